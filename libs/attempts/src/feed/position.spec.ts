import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/** SQL that writes attempts, with the name of its constant, up to the end of the template literal. */
const WRITES = /\bconst (\w+) = \w+\(`((?:[^`]*\s)?(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO) attempts\b[^`]*)`/g;

/** What TypeORM would write, which sets no position. */
const ENTITY_WRITE = /\b(?:insert|update|upsert|save|delete|remove)\(\s*AttemptEntity\b|Repository<AttemptEntity>/;

async function sources(): Promise<[path: string, text: string][]> {
  const names = await readdir(SOURCES, { recursive: true });
  const paths = names.filter((name) => /^(?!migrations).*(?<!\.spec)\.ts$/.test(name));
  return Promise.all(
    paths.map(async (path) => [path, await readFile(join(SOURCES, path), 'utf8')] as [string, string]),
  );
}

// `test/architecture/ownership.spec.ts` rejects SQL of other libs that names the table.
describe('statements that write attempts', () => {
  it('set the position of the change', async () => {
    const texts = await sources();
    const statements = texts.flatMap(([path, text]) =>
      [...text.matchAll(WRITES)].map(([, name, statement = '']) => ({ path, name, statement })),
    );
    const mentions = texts.flatMap(([, text]) => [...text.matchAll(/(INTO|UPDATE|DELETE FROM) attempts\b/g)]);
    expect(statements).toHaveLength(mentions.length);
    expect(statements.length).toBeGreaterThan(3);
    const forgetful = statements.filter(({ statement }) => !/\bchange_position\b[\s\S]*\$\{POSITION\}/.test(statement));
    expect(forgetful).toEqual([]);
  });

  it('are no methods of TypeORM', async () => {
    expect((await sources()).filter(([, text]) => ENTITY_WRITE.test(text)).map(([path]) => path)).toEqual([]);
  });
});
