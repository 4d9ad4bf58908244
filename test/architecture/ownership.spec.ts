// Tables and scopes belong to the lib that declares them. Others read what its published views show, and only set-wise.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIBS = fileURLToPath(new URL('../../libs', import.meta.url));

/** The sources of a lib by path, without tests, and without migrations, which never change. */
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
const named = (table: string) =>
  new RegExp(
    `\\b(FROM|JOIN|INTO|UPDATE|TABLE|USING)\\s+(ONLY\\s+|public\\.|\\w+(\\s+AS)?(\\s+\\w+)?,\\s*)*"?${table}\\b`,
  );

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

/** An SQL text without the names of its common table expressions, which may be those of tables. In itself only a recursive one is known. */
function withoutExpressions(text: string): string {
  const expressions = /\b(RECURSIVE\s+)?(\w+)(?:\s*\([^()]*\))?\s+AS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(/g;
  return [...text.matchAll(expressions)].reduceRight((rest, { 0: head, 1: recursive, 2: name, index }) => {
    const from = recursive === undefined ? endOfParentheses(rest, index + head.length) : index;
    return rest.slice(0, from) + rest.slice(from).replaceAll(new RegExp(`\\b${name}\\b`, 'g'), '');
  }, text);
}

/** @param from a place in parentheses of a text */
function endOfParentheses(text: string, from: number): number {
  for (let at = from, depth = 1; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** Sources without the names of common table expressions, by source: removing them takes seconds. */
const stripped = new Map<string, string>();

function strip(text: string): string {
  const known = stripped.get(text) ?? text.split('`').map(withoutExpressions).join('`');
  stripped.set(text, known);
  return known;
}

/** Where some libs name what matches the patterns of another one. */
const namesIn = (libs: Iterable<string>, patterns: readonly RegExp[]) =>
  [...libs].flatMap((lib) =>
    [...(sources.get(lib) ?? [])].flatMap(([path, text]) =>
      patterns.flatMap((pattern) => pattern.exec(strip(text))?.[0] ?? []).map((match) => `libs/${path}: ${match}`),
    ),
  );

/** The views that a lib publishes, as its migrations say. */
async function viewsOf(lib: string): Promise<string[]> {
  const folder = join(LIBS, lib, 'src/migrations');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return [...new Set(texts.flatMap((text) => text.match(/\bpublished_\w+/g) ?? []))];
}

/** Where the SQL of libs names tables of another one. */
async function foreignTables(): Promise<string[]> {
  const problems: string[] = [];
  for (const [lib, own] of sources) {
    const tables = [...found(/@Entity\('(\w+)'\)/g, own)].map(named);
    const others = [...sources.keys()].filter((other) => other !== lib);
    const views = await viewsOf(lib);
    const instead = views.length > 0 ? `Read ${views.join(', ')} instead` : 'Ask it on the bus instead';
    problems.push(...namesIn(others, tables).map((place) => `${place} is a table of libs/${lib}. ${instead}`));
  }
  return problems;
}

describe('tables', () => {
  it('are named by the SQL of their own lib only', async () => {
    const tables = [...sources.values()].flatMap((own) => [...found(/@Entity\('(\w+)'\)/g, own)]);
    expect(tables.length).toBeGreaterThan(25);
    expect((await foreignTables()).join('\n')).toBe('');
  });

  it('that another lib names are reported with the view to read instead', async () => {
    sources.set('badges', new Map([['badges/src/award.ts', 'SELECT passed FROM attempts']]));
    expect(await foreignTables()).toEqual([
      'libs/badges/src/award.ts: FROM attempts is a table of libs/attempts. Read published_attempts instead',
    ]);
    sources.delete('badges');
  });

  it('are told from common table expressions of the same name', async () => {
    const text = `
      WITH users (id) AS (SELECT user_id FROM badges), attempts AS MATERIALIZED (TABLE badges)
      SELECT 1 FROM users JOIN attempts USING (id) JOIN quizzes USING (id)`;
    sources.set('badges', new Map([['badges/src/award.ts', text]]));
    expect(await foreignTables()).toEqual([
      'libs/badges/src/award.ts: JOIN quizzes is a table of libs/quizzes. Read published_quizzes instead',
    ]);
    sources.delete('badges');
  });

  it.each([
    ['an expression that reads the table of its name', 'WITH users AS (SELECT * FROM users) SELECT 1 FROM users'],
    ['another statement with an expression', 'WITH users AS (TABLE badges) TABLE users`, `DELETE FROM users'],
    ['a second table', 'SELECT 1 FROM badges AS b, users'],
    ['a line end', 'SELECT 1 FROM\n  users'],
    ['a schema', 'UPDATE ONLY public.users SET role = $1'],
  ])('are found in %s', async (_, text) => {
    sources.set('badges', new Map([['badges/src/award.ts', text]]));
    expect(await foreignTables()).toHaveLength(1);
    sources.delete('badges');
  });
});

it('a lib with rows of users that a listener deletes has one', () => {
  const byListener = [...sources].filter(([, own]) => found(/\bbyListener: (true)/g, own).size > 0);
  expect(byListener.map(([lib]) => lib)).toContain('attempts');
  // Rows that follow from attempts go with these.
  const listening = /@ListensTo\((UserErased|AttemptsCorrected)\)/g;
  expect(byListener.filter(([, own]) => found(listening, own).size === 0).map(([lib]) => lib)).toEqual([]);
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
