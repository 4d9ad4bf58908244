import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A service that compiles fast and runs until a signal ends it. */
const FILES = {
  'package.json': '{ "type": "module" }',
  'nest-cli.json': '{ "monorepo": true, "projects": { "api": { "sourceRoot": "src" } } }',
  'tsconfig.json': '{ "compilerOptions": { "outDir": "dist", "rootDir": "src", "types": [] }, "include": ["src"] }',
  'src/main.ts': "console.log('The service runs'); setInterval(() => {}, 1_000);",
};

describe('npm run dev', () => {
  let folder: string;
  let compiler: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quiz-dev-'));
    await mkdir(join(folder, 'src'));
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });

  afterEach(async () => {
    if (isGroupAlive(compiler?.pid)) process.kill(-(compiler?.pid ?? 0), 'SIGKILL');
    await rm(folder, { recursive: true });
  });

  // If Ctrl-C arrives while Nest's CLI compiles, the CLI passes it to the service that it starts afterwards.
  it('ends the service when a signal ends the compiler', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: { dev: string } };
    const [, command = ''] = /"nest (start api [^"]*)"/.exec(scripts.dev) ?? [];
    expect(command).toContain('--watch');
    const nest = join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js');
    // In its own process group, so that the test can see the remaining processes.
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
    const child = spawn(process.execPath, [nest, ...command.split(' ')], { cwd: folder, detached: true, stdio });
    compiler = child;
    const ended = once(child, 'exit');
    const { pid = 0 } = child;
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('The service runs') && resolve());
    });
    process.kill(pid, 'SIGTERM');
    await ended;
    expect(isGroupAlive(pid)).toBe(false);
  });
});

function isGroupAlive(id: number | undefined): boolean {
  try {
    return id !== undefined && process.kill(-id, 0);
  } catch {
    return false;
  }
}
