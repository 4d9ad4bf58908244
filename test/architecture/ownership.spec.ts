// Tables and scopes belong to the lib that declares them. Others read what its published views show, and only set-wise.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIBS = fileURLToPath(new URL('../../libs', import.meta.url));

/** The sources of a lib by path, without tests and without migrations, which stay as they were written. */
async function sourcesOf(lib: string): Promise<Map<string, string>> {
  const names = await readdir(join(LIBS, lib, 'src'), { recursive: true }).catch(() => []);
  const paths = names
    .filter((name) => /^(?!migrations).*(?<!\.spec)\.ts$/.test(name))
    .map((name) => join(lib, 'src', name));
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(LIBS, path), 'utf8')] as const)),
  );
}

const found = (pattern: RegExp, sources: ReadonlyMap<string, string>) =>
  new Set([...sources.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

/** SQL that names a table. */
const named = (table: string) => new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|TABLE|USING) ${table}\\b`);

let sources: Map<string, Map<string, string>>;

beforeAll(async () => {
  const libs = await readdir(LIBS);
  sources = new Map(await Promise.all(libs.map(async (lib) => [lib, await sourcesOf(lib)] as const)));
});

/** The libs that a lib imports, directly or through others. */
function basesOf(lib: string, bases = new Set<string>()): Set<string> {
  for (const base of found(/from '#libs\/([\w-]+)'/g, sources.get(lib) ?? new Map())) {
    if (!bases.has(base)) basesOf(base, bases.add(base));
  }
  return bases;
}

/** Where some libs name what matches the patterns of another one. */
const namesIn = (libs: Iterable<string>, patterns: readonly RegExp[]) =>
  [...libs].flatMap((lib) =>
    [...(sources.get(lib) ?? [])].flatMap(([path, text]) =>
      patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((match) => `libs/${path}: ${match}`),
    ),
  );

it('tables are named by the SQL of their own lib only', () => {
  const tables = [...sources].map(([lib, own]) => ({ lib, names: [...found(/@Entity\('(\w+)'\)/g, own)] }));
  expect(tables.flatMap(({ names }) => names).length).toBeGreaterThan(25);
  for (const { lib, names } of tables) {
    const others = [...sources.keys()].filter((other) => other !== lib);
    expect({ lib, named: namesIn(others, names.map(named)) }).toEqual({ lib, named: [] });
  }
});

it('scopes are named by no lib that their owner is built on', () => {
  const scopes = [...sources].map(([lib, own]) => ({ lib, names: [...found(/\bscope\('([\w-]+:[\w-]+)'/g, own)] }));
  expect(scopes.flatMap(({ names }) => names).length).toBeGreaterThan(2);
  for (const { lib, names } of scopes) {
    const patterns = names.map((scope) => new RegExp(`['"]${scope}['"]`));
    expect({ lib, named: namesIn(basesOf(lib), patterns) }).toEqual({ lib, named: [] });
  }
});

it('published views are read by checks and background work; a listener has its event, a request its module', () => {
  const onRequest = /(^|[/.])(listeners|commands|queries|controller|listener|command|query)[/.]/;
  const texts = [...sources.values()].flatMap((files) => [...files]);
  expect(texts.filter(([path]) => onRequest.test(path)).length).toBeGreaterThan(50);
  const readers = texts.filter(([path, text]) => onRequest.test(path) && /\bpublished_\w+/.test(text));
  expect(readers.map(([path]) => path)).toEqual([]);
});
