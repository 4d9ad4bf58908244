import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Compilers that copy, and a service that runs until a signal ends it. */
const compiler = (from: string, to: string) => `
  const fs = require('node:fs');
  fs.mkdirSync('${dirname(to)}', { recursive: true });
  fs.copyFileSync('${from}', '${to}');`;
const SERVICE = 'apps/api/src/main.ts';
const FILES = {
  [SERVICE]: `process.on('SIGTERM', () => { console.log('The service stops'); process.exit(); });
    setInterval(() => console.log('The service runs'), 100);`,
  'apps/backoffice/index.html': '<title>Backoffice</title>',
  'apps/api/openapi.json': '{ "paths": "of the API" }',
  'apps/api/openapi.backoffice.json': '{ "paths": "of the backoffice" }',
  'libs/backoffice-ui/src/client.ts': '',
  'libs/client/src/index.ts': '',
  'libs/quizzes/src/index.ts': '',
  'tools/nest/package.json': '{ "name": "@nestjs/cli", "version": "1.0.0" }',
  'tools/nest/bin/nest.js': compiler(SERVICE, 'dist/apps/api/src/main.js'),
  'tools/vite/package.json': '{ "name": "vite", "version": "1.0.0" }',
  'tools/vite/bin/vite.js': compiler('apps/backoffice/index.html', 'dist/apps/backoffice/index.html'),
  'tools/types/package.json': '{ "name": "openapi-typescript", "version": "1.0.0", "type": "module" }',
  'tools/types/index.js': 'export default (text) => text; export const astToString = (text) => text;',
};

/** A clone after `npm ci`. */
let installed: string;

/** The copy of it that a test uses. Its files have other times. */
let folder: string;

beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), 'quiz-start-'));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(installed, name)), { recursive: true });
    await writeFile(join(installed, name), text);
  }
  for (const name of ['build.js', 'build-state.js', 'generate-types.js', 'start.js']) {
    await cp(join(ROOT, 'apps', name), join(installed, 'apps', name));
  }
  const { type, scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
  const devDependencies = {
    '@nestjs/cli': 'file:tools/nest',
    vite: 'file:tools/vite',
    'openapi-typescript': 'file:tools/types',
  };
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name: 'copy', type, scripts, devDependencies }));
  folder = installed;
  npm('install', '--package-lock-only');
  expect(npm('ci')).toMatchObject({ status: 0 });
});

afterAll(() => rm(installed, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quiz-start-copy-'));
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true });
});

afterEach(() => rm(folder, { recursive: true }));

/** Makes the copy a clone in which nothing is installed. */
async function uninstall(): Promise<void> {
  for (const path of ['node_modules', 'dist']) await rm(join(folder, path), { recursive: true });
}

/** Without the variables of the npm that runs the tests. */
const environment = () => ({ PATH: process.env.PATH, HOME: process.env.HOME, npm_config_offline: 'true' });

function npm(...args: string[]): { status: number | null; stderr: string } {
  return spawnSync('npm', args, { cwd: folder, env: environment(), encoding: 'utf8' });
}

/** Starts the service like `npm start`, and ends it. */
async function start(
  program = process.execPath,
  args = ['apps/start.js', 'api'],
): Promise<{ lines: string[]; status: number | null; stderr: string }> {
  const child = spawn(program, args, { cwd: folder, env: environment() });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const lines: string[] = [];
  // It ends with the last process that writes.
  for await (const line of createInterface(child.stdout)) {
    if (lines.length === 0) child.kill('SIGTERM');
    if (lines.at(-1) !== line) lines.push(line);
  }
  return { lines, status: await exit, stderr };
}

const RUNS = ['The service runs', 'The service stops'];

describe('npm start', () => {
  it('runs the build of npm ci, and forwards SIGTERM', async () => {
    expect(await start('npm', ['--silent', 'start'])).toMatchObject({ lines: RUNS, stderr: '' });
  });

  it.each(['libs/quizzes/src/index.ts', 'libs/quizzes/src/new.ts', 'tsconfig.json'])(
    'rejects a build that is older than %s',
    async (path) => {
      await writeFile(join(folder, path), '{}');
      const stderr = 'The build of the service and the pages is stale: run "npm run build".\n';
      const stale = path.endsWith('.json') ? stderr : stderr.replace(' and the pages', '');
      expect(await start()).toEqual({ lines: [], status: 1, stderr: stale });
    },
  );

  it('runs a stale build after npm run build', async () => {
    await writeFile(join(folder, 'tsconfig.json'), '{}');
    npm('run', 'build');
    expect(await start()).toMatchObject({ lines: RUNS });
  });

  it('ignores changed tests', async () => {
    await writeFile(join(folder, 'libs/quizzes/src/index.spec.ts'), 'it();');
    expect(await start()).toMatchObject({ lines: RUNS });
  });

  it('rejects a build that npm run dev has changed', async () => {
    npm('run', 'predev');
    expect(await start()).toMatchObject({
      status: 1,
      stderr: 'The build of the service is missing: run "npm run build".\n',
    });
  });

  it('rejects the remains of a failed build', async () => {
    await writeFile(join(folder, SERVICE), 'wrong');
    await writeFile(join(folder, 'tools/nest/bin/nest.js'), 'process.exitCode = 3;');
    const { status, stderr } = npm('run', 'build');
    expect([status, stderr]).toEqual([1, expect.stringContaining('The build of the service failed (exit code 3).\n')]);
    expect(await start()).toMatchObject({ status: 1, stderr: expect.stringContaining('is missing') as string });
  });

  it('says that files import each other in a circle', async () => {
    const built = join(folder, 'dist/apps/api/src');
    await writeFile(join(built, 'main.js'), "import { other } from './other.js';\nexport class Badges {}\nother();");
    await writeFile(join(built, 'other.js'), "import { Badges } from './main.js';\nexport const other = new Badges();");
    expect(await start()).toEqual({
      lines: [],
      status: 1,
      stderr: `Cannot access 'Badges' before initialization: files import each other in a circle, which "npm run lint" names.\n`,
    });
  });

  it('rejects a clone without installed dependencies', async () => {
    await uninstall();
    const stderr = 'The dependencies are missing: run "npm ci".\n';
    expect(await start()).toEqual({ lines: [], status: 1, stderr });
  });
});

describe('npm ci', () => {
  const NOT_BUILT = 'The build of the service and the pages is missing: run';

  it('--ignore-scripts builds nothing, and npm start advises to build', async () => {
    await uninstall();
    expect(npm('ci', '--ignore-scripts')).toMatchObject({ status: 0 });
    expect(await start()).toEqual({ lines: [], status: 1, stderr: `${NOT_BUILT} "npm run build".\n` });
    expect(npm('run', 'build')).toMatchObject({ status: 0 });
    expect(await start()).toMatchObject({ lines: RUNS });
  });

  it('--omit=dev builds nothing without the compilers, and npm start advises to build', async () => {
    await uninstall();
    await mkdir(join(folder, 'node_modules'));
    expect(npm('ci', '--omit=dev')).toMatchObject({ status: 0 });
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    expect(await start()).toEqual({ lines: [], status: 1, stderr: `${NOT_BUILT} "npm ci".\n` });
    expect(npm('run', 'build')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm ci') as string });
  });

  it('--omit=dev keeps a build of the current sources', async () => {
    expect(npm('ci', '--omit=dev')).toMatchObject({ status: 0 });
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    expect(await start()).toMatchObject({ lines: RUNS });
  });

  it('succeeds in an image layer without sources', async () => {
    await uninstall();
    await rm(join(folder, 'apps'), { recursive: true });
    expect(npm('ci')).toMatchObject({ status: 0 });
  });

  it('succeeds with a build but without its sources, and npm start runs it', async () => {
    for (const path of [SERVICE, 'libs']) await rm(join(folder, path), { recursive: true });
    await rm(join(folder, 'apps/api'), { recursive: true });
    expect(npm('ci')).toMatchObject({ status: 0 });
    expect(await start()).toMatchObject({ lines: RUNS });
  });

  it('generates the types of both descriptions', async () => {
    const types = (lib: string) => readFile(join(folder, 'libs', lib, 'src/api.gen.ts'), 'utf8');
    expect(await types('client')).toMatch(/^\/\/ Generated from .*\n{ "paths": "of the API" }$/);
    expect(await types('backoffice-ui')).toMatch(/\n{ "paths": "of the backoffice" }$/);
  });

  it('generates only types again that are missing or older than their description', async () => {
    const path = join(folder, 'libs/client/src/api.gen.ts');
    await writeFile(join(folder, 'apps/api/openapi.json'), '{}');
    expect(await start()).toMatchObject({ lines: RUNS });
    expect(npm('ci')).toMatchObject({ status: 0 });
    expect(await readFile(path, 'utf8')).toMatch(/\n{}$/);
    await rm(path);
    expect(npm('ci')).toMatchObject({ status: 0 });
    expect(await readFile(path, 'utf8')).toMatch(/\n{}$/);
    await writeFile(path, 'edited');
    expect(npm('ci')).toMatchObject({ status: 0 });
    expect(await readFile(path, 'utf8')).toBe('edited');
  });

  it('does not rebuild unchanged parts', async () => {
    await writeFile(join(folder, 'tools/nest/bin/nest.js'), 'process.exitCode = 3;');
    expect(npm('ci')).toMatchObject({ status: 0 });
    expect(await start()).toMatchObject({ lines: RUNS });
  });
});
