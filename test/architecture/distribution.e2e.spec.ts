// Tables of a quiz could be distributed by it: docs/scaling.md.
import { query } from '../support/database.js';
import { type Service, startService } from '../support/service.js';

interface Index {
  table: string;
  isPrimary: boolean;
  columns: string[];
}

const UNIQUE_INDEXES = `
  SELECT indrelid::regclass::text AS "table", indisprimary AS "isPrimary",
    ARRAY(SELECT attname::text FROM unnest(indkey) WITH ORDINALITY AS part (number, position)
      JOIN pg_attribute ON attrelid = indrelid AND attnum = number ORDER BY position) AS columns
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE indisunique AND relnamespace = 'public'::regnamespace`;

let service: Service;
let indexes: Index[];

/** The tables whose primary key begins with the quiz. */
let ofQuiz: string[];

beforeAll(async () => {
  service = await startService({}, []);
  indexes = await query<Index & Record<string, unknown>>(service.databaseUrl, UNIQUE_INDEXES);
  ofQuiz = indexes.filter(({ isPrimary, columns }) => isPrimary && columns[0] === 'quiz_id').map(({ table }) => table);
});

afterAll(() => service.close());

it('each table has a primary key', async () => {
  const tables = await query<{ table: string }>(
    service.databaseUrl,
    `SELECT oid::regclass::text AS "table" FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const withKey = indexes.filter(({ isPrimary }) => isPrimary).map(({ table }) => table);
  expect(withKey.sort()).toEqual(tables.map(({ table }) => table).sort());
});

it('a primary key that contains the quiz begins with it', () => {
  expect(ofQuiz).toEqual(expect.arrayContaining(['attempts', 'quiz_standings']));
  expect(indexes.filter(({ isPrimary, columns }) => isPrimary && columns.indexOf('quiz_id') > 0)).toEqual([]);
});

it('each unique index of a table of a quiz contains the quiz', () => {
  expect(indexes.filter(({ table, columns }) => ofQuiz.includes(table) && !columns.includes('quiz_id'))).toEqual([]);
});

it('no table of a quiz has a trigger', async () => {
  const triggers = `SELECT tgrelid::regclass::text AS "table" FROM pg_trigger WHERE NOT tgisinternal`;
  const tables = (await query<{ table: string }>(service.databaseUrl, triggers)).map(({ table }) => table);
  expect(tables.filter((table) => ofQuiz.includes(table))).toEqual([]);
});
