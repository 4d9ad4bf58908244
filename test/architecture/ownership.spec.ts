// Tables and scopes belong to the lib that declares them. The libs that it is built on, infrastructure first, do not know them.
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

describe('tables and scopes', () => {
  it('are named by no lib that their owner is built on', async () => {
    const libs = await readdir(LIBS);
    const sources = new Map(await Promise.all(libs.map(async (lib) => [lib, await sourcesOf(lib)] as const)));
    const textsOf = (lib: string) => sources.get(lib) ?? new Map<string, string>();
    /** The libs that a lib imports, directly or through others. */
    const basesOf = (lib: string, bases = new Set<string>()): Set<string> => {
      for (const base of found(/from '#libs\/([\w-]+)'/g, textsOf(lib))) {
        if (!bases.has(base)) basesOf(base, bases.add(base));
      }
      return bases;
    };
    const named: string[] = [];
    let checked = 0;
    for (const owner of libs) {
      const tables = [...found(/@Entity\('(\w+)'\)/g, textsOf(owner))];
      const scopes = [...found(/\bscope\('([\w-]+:[\w-]+)'/g, textsOf(owner))];
      const patterns = [
        ...tables.map((table) => new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|TABLE) ${table}\\b`)),
        ...scopes.map((scope) => new RegExp(`['"]${scope}['"]`)),
      ];
      for (const base of basesOf(owner)) {
        for (const [path, text] of textsOf(base)) {
          checked += patterns.length;
          const matches = patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
          named.push(...matches.map((match) => `libs/${path}: ${match}, of libs/${owner}`));
        }
      }
    }
    expect(checked).toBeGreaterThan(1_000);
    expect(named).toEqual([]);
  });
});
