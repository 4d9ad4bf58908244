// The tables meet what Citus requires of the plan in docs/scaling.md for several database machines:
// https://docs.citusdata.com/en/stable/develop/reference_ddl.html
import { readFileSync } from 'node:fs';
import { query } from '../support/database.js';
import { type Service, startService } from '../support/service.js';

interface Plan {
  table: string;
  /** The first columns of the primary key; none if the page describes it in words. */
  key: string[];
  place: 'distributed' | 'reference' | 'local';
  /** By which a distributed table is distributed. */
  by: string;
}

interface Index {
  table: string;
  name: string;
  isPrimary: boolean;
  columns: string[];
}

interface ForeignKey {
  name: string;
  from: string;
  to: string;
  columns: string[];
  referenced: string[];
}

const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The rows of the page's table: tables, primary keys, place. */
function plansOf(page: string): Plan[] {
  const [, rows = ''] = /### Table by table\n([^]*?)\n### /.exec(page) ?? [];
  return rows
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => {
      const [, names = '', keys = '', place = ''] = row.split('|');
      const tables = codesIn(names);
      const listed = codesIn(keys);
      return tables.map((table, index) => ({
        table,
        key: (listed[listed.length === tables.length ? index : 0] ?? '')
          .split(', ')
          .filter((column) => /^\w+$/.test(column)),
        place: /^\s*(\w+)/.exec(place)?.[1] as Plan['place'],
        by: /by `(\w+)`/.exec(place)?.[1] ?? 'quiz_id',
      }));
    });
}

const columnsOf = (relation: string, numbers: string) =>
  `ARRAY(SELECT attname::text FROM unnest(${numbers}) WITH ORDINALITY AS part (number, position)
    JOIN pg_attribute ON attrelid = ${relation} AND attnum = number ORDER BY position)`;

const TABLES = `SELECT oid::regclass::text AS "table" FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;

const UNIQUE_INDEXES = `
  SELECT indrelid::regclass::text AS "table", indexrelid::regclass::text AS name, indisprimary AS "isPrimary",
    ${columnsOf('indrelid', 'indkey')} AS columns
  FROM pg_index WHERE indisunique AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`;

const FOREIGN_KEYS = `
  SELECT conname AS name, conrelid::regclass::text AS "from", confrelid::regclass::text AS "to",
    ${columnsOf('conrelid', 'conkey')} AS columns, ${columnsOf('confrelid', 'confkey')} AS referenced
  FROM pg_constraint WHERE contype = 'f'`;

const TRIGGERS = `SELECT tgrelid::regclass::text AS "table", tgname AS name FROM pg_trigger WHERE NOT tgisinternal`;

const named = plansOf(readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8'));
const planOf = new Map(named.map((plan) => [plan.table, plan]));
const isDistributed = (table: string) => planOf.get(table)?.place === 'distributed';

let service: Service;

const read = <Row>(statement: string) => query<Row & Record<string, unknown>>(service.databaseUrl, statement);

const primaryKeys = async () => (await read<Index>(UNIQUE_INDEXES)).filter(({ isPrimary }) => isPrimary);

/** The page's rule for a table that it does not name, such as one of a module of your own. */
const planByRule = ({ table, columns }: Index): Plan => ({
  table,
  key: columns,
  place: columns[0] === 'quiz_id' ? 'distributed' : 'local',
  by: 'quiz_id',
});

beforeAll(async () => {
  service = await startService({}, []);
  for (const key of await primaryKeys()) if (!planOf.has(key.table)) planOf.set(key.table, planByRule(key));
});

afterAll(() => service.close());

it('the plan names tables that exist, and each kind of place', async () => {
  const tables = (await read<{ table: string }>(TABLES)).map(({ table }) => table);
  expect(tables).toEqual(expect.arrayContaining(named.map(({ table }) => table)));
  expect(new Set(named.map(({ place }) => place))).toEqual(new Set(['distributed', 'reference', 'local']));
});

it('each table has a primary key', async () => {
  const tables = (await read<{ table: string }>(TABLES)).map(({ table }) => table);
  expect((await primaryKeys()).map(({ table }) => table).sort()).toEqual(tables.sort());
});

it('the plan names the primary keys', async () => {
  const keys = new Map((await primaryKeys()).map(({ table, columns }) => [table, columns]));
  const actual = named.map(({ table, key }) => [table, keys.get(table)?.slice(0, key.length)]);
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(named.map(({ table, key }) => [table, key])));
});

it('each unique index of a distributed table contains the column by which it is distributed', async () => {
  const indexes = (await read<Index>(UNIQUE_INDEXES)).filter(({ table }) => isDistributed(table));
  expect(indexes.length).toBeGreaterThan(5);
  expect(indexes.filter(({ table, columns }) => !columns.includes(planOf.get(table)?.by ?? ''))).toEqual([]);
});

it('the primary key of a table of a quiz begins with the quiz', async () => {
  const primary = (await primaryKeys()).filter(({ columns }) => columns.includes('quiz_id'));
  expect(primary.map(({ table }) => table)).toEqual(expect.arrayContaining(['attempts', 'quiz_standings']));
  expect(primary.filter(({ columns }) => columns[0] !== 'quiz_id')).toEqual([]);
});

it('foreign keys are those that Citus supports', async () => {
  const keys = await read<ForeignKey>(FOREIGN_KEYS);
  expect(keys.length).toBeGreaterThan(3);
  const isSupported = ({ from, to, columns, referenced }: ForeignKey) => {
    const [source, target] = [planOf.get(from), planOf.get(to)];
    if (source?.place !== 'distributed') return target?.place !== 'distributed';
    if (target?.place !== 'distributed') return target?.place === 'reference';
    return columns.includes(source.by) && columns.indexOf(source.by) === referenced.indexOf(target.by);
  };
  expect(keys.filter((key) => !isSupported(key))).toEqual([]);
});

it('no distributed table has a trigger', async () => {
  expect((await read<{ table: string }>(TRIGGERS)).filter(({ table }) => isDistributed(table))).toEqual([]);
});
