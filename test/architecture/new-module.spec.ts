import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['apps/api/src/modules.ts', 'libs', 'tools', 'package.json', '.oxfmtrc.json'];

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'new-module-'));
  for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rm(copy, { recursive: true }));

const newModule = (...names: string[]) =>
  promisify(execFile)(process.execPath, [join(copy, 'tools/new-module.js'), ...names]);

const filesIn = async (folder: string) =>
  (await readdir(join(copy, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const linesOfModules = async () => (await readFile(join(copy, 'apps/api/src/modules.ts'), 'utf8')).split('\n');

it('npm run new:module: makes a module with the names that it is given', async () => {
  const before = await linesOfModules();
  const { stdout } = await newModule('trilobites');
  expect(stdout).toContain('npm run openapi');
  expect((await linesOfModules()).filter((line) => !before.includes(line))).toEqual([
    "export { TrilobitesModule } from '#libs/trilobites';",
  ]);
  const [made, sample] = [await filesIn('libs/trilobites'), await filesIn('tools/module-sample')];
  expect(made).toHaveLength(sample.filter((path) => !path.endsWith('sample-paths.d.ts')).length);
  for (const path of made) expect(`${path}\n${await readFile(path, 'utf8')}`).not.toMatch(/certificate/i);
  expect(await readFile(join(copy, 'libs/trilobites/src/access.ts'), 'utf8')).toContain(
    "export const READ_TRILOBITES = scope('trilobites:read'",
  );
});

it('npm run new:module: gives the migration the latest timestamp', async () => {
  await newModule('oxen', 'oxling');
  const names = (await filesIn('libs')).flatMap((path) => /migrations\/(\d+-[\w-]+)\.ts$/.exec(path)?.[1] ?? []);
  // TypeORM sorts by the last 13 digits of a name.
  for (const name of names) expect(name).toMatch(/^\d{13}-/);
  const latest = names.sort().at(-1) ?? '';
  expect(latest).toMatch(/^\d{13}-create-oxen$/);
  const [timestamp = ''] = latest.split('-');
  const text = await readFile(join(copy, `libs/oxen/src/migrations/${latest}.ts`), 'utf8');
  expect(text).toContain(`class CreateOxen${timestamp} `);
});

it.each([
  [[], 'Say the name of the module'],
  [['Bad-Names'], 'Bad-Names: the name must be one word of 3 to 30 letters from a to z, such as badges'],
  ...['oxen', 'quiz', 'series', 'matches'].map((word): [string[], string] => [
    [word],
    `What is the singular of ${word}? Give the plural and the singular: npm run new:module matches match`,
  ]),
  [['quizzes', 'quiz'], 'libs/quizzes exists already'],
  [['users'], 'The table users exists already (libs/auth/src/user.entity.ts)'],
  [['classes', 'class'], 'class is a word of TypeScript or SQL'],
  [['news'], 'new is a word of TypeScript or SQL'],
  [['rows'], 'The code of the sample uses the name rows'],
  [['certificates'], 'The code of the sample uses the name certificates'],
  [['subcertificates'], 'The code of the sample uses the name subcertificates'],
])('npm run new:module: rejects %j and changes nothing', async (names, message) => {
  const before = await filesIn('.');
  await expect(newModule(...names)).rejects.toThrow(message);
  expect(await filesIn('.')).toEqual(before);
});
