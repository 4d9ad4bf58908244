import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { parse } from 'csv-parse/sync';
import { vi } from 'vitest';
import { Database, type Statement } from '#libs/database';
import { untilNoneInTransaction } from '../../../test/support/activity.js';
import { query } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

/** Entries of the log, of 2020; three of them have each time. */
const COUNT = 3_000;

const KINDS = ['key', 'user', 'quiz'] as const;
const ACTIONS = ['deleted', 'created', 'changed', 'created', 'created'];
const NAMES = ['Capitals', '=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', 'a, "b"\n<b>c</b>', 'Ω'];

const idOf = (of: number, number: number) => `019b76da-a80${of}-7000-8000-${String(number).padStart(12, '0')}`;

/** One key is known by the entry of its creation alone. */
const keyNames = [null, 'Night import', null, null];

/** Newest first, as the log shows them. */
const LOG = Array.from({ length: COUNT }, (_, index) => {
  const number = COUNT - 1 - index;
  const kind = KINDS[number % 7 === 0 ? 0 : number % 5 === 0 ? 1 : 2];
  return {
    id: idOf(0, number),
    at: new Date(Date.UTC(2020, 0, 1) + Math.floor(number / 3) * 60_000).toISOString(),
    actorId: number % 11 === 0 ? null : idOf(1, number % 4),
    actorName: number % 11 === 0 ? 'Service' : `${NAMES[number % NAMES.length]}`,
    keyId: number % 2 === 0 ? null : idOf(2, number % 4),
    keyName: number % 2 === 0 ? null : keyNames[number % 4],
    address: number % 11 === 0 ? null : '203.0.113.7',
    action: `${kind}.${ACTIONS[number % ACTIONS.length]}`,
    subject: { kind, id: idOf(3, number % 50), name: `${NAMES[(number * 3) % NAMES.length]}` },
    erasedIds: [],
    // In the order of jsonb.
    details: {
      ...(number % 3 === 0 && { user: 'Ada' }),
      ...(number % 3 === 1 && { owner: 'Ben' }),
      ...(number % 4 === 1 && { quizId: idOf(3, number % 50) }),
      ...(number % 3 === 0 && { userId: idOf(3, number % 50) }),
      ...(number % 3 === 1 && { ownerId: idOf(3, number % 50) }),
      revision: number,
    },
  };
});

/** As instances of 1.0 write them: a trigger moves what they say of users. */
const INSERT = `
  INSERT INTO audit_entries
  SELECT id, at, "actorId", "actorName", "keyId", address, action,
    subject->>'kind', (subject->>'id')::uuid, subject->>'name', details
  FROM jsonb_to_recordset($1::jsonb) AS entry (id uuid, at timestamptz, "actorId" uuid, "actorName" text,
    "keyId" uuid, address text, action text, subject jsonb, details jsonb)`;

const INSERT_KEY = `
  INSERT INTO audit_entries VALUES (gen_random_uuid(), '2009-01-01', NULL, 'Service', NULL, NULL, 'key.created',
    'key', '${idOf(2, 1)}', 'Night import', '{"ownerId": "${idOf(3, 1)}"}')`;

/** Entries of 2010 that make a file too large to wait in any buffer. */
const INSERT_LARGE = `
  INSERT INTO audit_entries
  SELECT gen_random_uuid(), '2010-01-01', NULL, 'Service', NULL, NULL, 'quiz.changed',
    'quiz', gen_random_uuid(), 'Large', jsonb_build_object('text', repeat('x', 5000))
  FROM generate_series(1, 4000)`;

type Filter = Record<string, string>;

let service: Service;

beforeAll(async () => {
  service = await startService();
  await query(service.databaseUrl, INSERT, [JSON.stringify(LOG)]);
  await query(service.databaseUrl, INSERT_LARGE);
  await query(service.databaseUrl, INSERT_KEY);
  await query(service.databaseUrl, 'ANALYZE audit_entries, audit_persons');
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => service.close());

const OF_2020 = { from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z' };
const OF_2010 = { to: '2011-01-01T00:00:00Z' };

const path = (filter: Filter, where = '/audit') => `${where}?${new URLSearchParams(filter).toString()}`;

const part = (filter: Filter) =>
  service.backoffice.call<{ entries: { id: string; at: string }[]; nextCursor: string | null }>('GET', path(filter));

const affectedBy = ({ subject, details }: (typeof LOG)[number]) =>
  subject.kind === 'user' ? subject.id : (details.userId ?? details.ownerId);

const quizOf = ({ subject, details }: (typeof LOG)[number]) => (subject.kind === 'quiz' ? subject.id : details.quizId);

const matching = ({
  actorId,
  action,
  subjectKind,
  subjectId,
  affectedUserId,
  affectedQuizId,
  from = '',
  to = '9',
}: Filter) =>
  LOG.filter(({ at }) => at >= from && at < to)
    .filter((entry) => actorId === undefined || entry.actorId === actorId)
    .filter((entry) => action === undefined || entry.action === action)
    .filter(({ subject }) => subjectKind === undefined || subject.kind === subjectKind)
    .filter(({ subject }) => subjectId === undefined || subject.id === subjectId)
    .filter((entry) => affectedUserId === undefined || affectedBy(entry) === affectedUserId)
    .filter((entry) => affectedQuizId === undefined || quizOf(entry) === affectedQuizId);

const FILTERS: Filter[] = [
  {},
  { actorId: idOf(1, 2) },
  { action: 'key.created' },
  { subjectKind: 'user' },
  { subjectId: idOf(3, 8) },
  { actorId: idOf(1, 1), action: 'quiz.created' },
  { actorId: idOf(1, 3), subjectKind: 'key' },
  { action: 'quiz.changed', subjectKind: 'quiz' },
  { action: 'quiz.changed', subjectKind: 'user' },
  { subjectKind: 'quiz', subjectId: idOf(3, 8) },
  { actorId: idOf(1, 0), action: 'quiz.changed', subjectKind: 'quiz', subjectId: idOf(3, 12) },
  { actorId: idOf(1, 9) },
  { affectedUserId: idOf(3, 8) },
  { affectedUserId: idOf(3, 12), actorId: idOf(1, 0), action: 'quiz.changed' },
  { affectedQuizId: idOf(3, 9) },
  { affectedQuizId: idOf(3, 5), subjectKind: 'user' },
];

const WITHIN = { from: '2020-01-02T00:00:00.000Z', to: '2020-01-02T02:00:00.000Z' };

describe('GET /audit', () => {
  it('returns entries newest first', async () => {
    expect((await part({ ...OF_2020, limit: '12' })).entries).toEqual(LOG.slice(0, 12));
  });

  it.each(FILTERS)('returns all entries page by page, also those with equal timestamps: %j', async (filter) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { entries, nextCursor } = await part({
        ...filter,
        ...WITHIN,
        limit: '20',
        ...(cursor !== null && { cursor }),
      });
      ids.push(...entries.map(({ id }) => id));
      expect(entries.length === 20 || nextCursor === null).toBe(true);
      cursor = nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(matching({ ...filter, ...WITHIN }).map(({ id }) => id));
  });

  it('begins at `from` and ends before `to`', async () => {
    const { at } = LOG[600] ?? { at: '' };
    const from = await part({ from: at, to: OF_2020.to, limit: '100', subjectId: LOG[600]?.subject.id ?? '' });
    expect(from.entries.some((entry) => entry.at === at)).toBe(true);
    const to = await part({ to: at, limit: '1' });
    expect(to.entries[0]?.at).toBe(LOG.find((entry) => entry.at < at)?.at);
  });

  it('returns at most 100 entries', async () => {
    expect((await part({ ...OF_2020, limit: '1000' })).entries).toHaveLength(100);
  });

  it('reads no more rows than it returns, with any filter', async () => {
    const queries = vi.spyOn(service.app.get(Database), 'query');
    for (const filter of FILTERS) {
      queries.mockClear();
      await part({ ...filter, limit: '10' });
      const [statement, values] = queries.mock.calls.find(([{ text }]) => text.includes('audit_entries')) ?? [];
      // Ten and one more, of each kind of subject.
      expect({ filter, isBounded: (await rowsRead(statement, values)) <= 33 }).toEqual({ filter, isBounded: true });
    }
  });

  it.each([
    ['actorId', '1'],
    ['action', ''],
    ['subjectKind', 'answer'],
    ['subjectId', idOf(3, 8).toUpperCase()],
    ['affectedUserId', '1'],
    ['affectedQuizId', '1'],
    ['from', 'yesterday'],
    ['to', '2020-02-30T00:00:00Z'],
    ['limit', '0'],
    ['cursor', 'nonsense'],
    ['cursor', Buffer.from(`2020-01-01T00:00:00Z 1`).toString('base64url')],
    ['cursor', Buffer.from(`now ${idOf(0, 1)}`).toString('base64url')],
  ])('rejects a wrong %s: %j', async (name, value) => {
    for (const where of name === 'limit' || name === 'cursor' ? ['/audit'] : ['/audit', '/audit/export']) {
      const response = await service.backoffice.request('GET', path({ [name]: value }, where));
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: expect.stringMatching(`^${name}: must `) as string },
      ]);
    }
  });
});

/** Most rows that any step of a statement reads, those thrown away included. */
async function rowsRead(statement: Statement | undefined, values: unknown[] = []): Promise<number> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    service.databaseUrl,
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.text ?? ''}`,
    values,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  return plan === undefined ? Infinity : most(plan);
}

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

function most(step: Step): number {
  // Both are averages of the loops, in hundredths.
  const rows = (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'];
  return Math.max(Math.round(rows), ...(step.Plans ?? []).map(most));
}

describe('GET /audit/export', () => {
  it('contains every entry, newest first, and no formula', async () => {
    const response = await service.backoffice.request('GET', path(OF_2020, '/audit/export'));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"');
    const rows = parse(Buffer.from(await response.arrayBuffer()), { bom: true, columns: true });
    const safe = (text: string) => text.replace(/^[\t\r]/, "'$&").replace(/^('[\t\r])?(?=[=+\-@＝])/, "$&'");
    expect(rows).toEqual(
      LOG.map((entry) => ({
        'Time (UTC)': entry.at,
        Actor: safe(entry.actorName),
        'Actor id': entry.actorId ?? '',
        'Key id': entry.keyId ?? '',
        Address: entry.address ?? '',
        Action: entry.action,
        Subject: entry.subject.kind,
        'Subject name': safe(entry.subject.name),
        'Subject id': entry.subject.id,
        Details: JSON.stringify(entry.details),
        'Entry id': entry.id,
        Key: entry.keyName ?? '',
      })),
    );
  });

  it.each(FILTERS)('contains the same entries as the log: %j', async (filter) => {
    const response = await service.backoffice.request('GET', path({ ...filter, ...WITHIN }, '/audit/export'));
    const rows = parse<{ 'Entry id': string }>(await response.text(), { bom: true, columns: true });
    expect(rows.map((row) => row['Entry id'])).toEqual(matching({ ...filter, ...WITHIN }).map(({ id }) => id));
  });

  it('is read in parts, without an open transaction between them', async () => {
    const response = await service.backoffice.request('GET', path(OF_2010, '/audit/export'));
    const file = response.body?.getReader();
    await file?.read();
    await untilNoneInTransaction(service.databaseUrl);
    await file?.cancel();
  });

  it('ends reading when the client goes away', async () => {
    const reads = vi.spyOn(service.app.get(Database), 'query');
    const made = vi.spyOn(StreamableFile.prototype, 'getStream');
    await new Promise<void>((resolve, reject) => {
      request(`${service.url}/admin/api${path(OF_2010, '/audit/export')}`, {
        headers: { cookie: service.backoffice.cookie },
      })
        .once('response', (response) => {
          response.once('data', () => {
            response.destroy();
            resolve();
          });
        })
        .once('error', reject)
        .end();
    });
    const file = made.mock.results[0]?.value as Readable;
    await until('the file is given up', () => Promise.resolve(file.destroyed));
    const parts = reads.mock.calls.filter(([{ text }]) => text.includes('audit_entries'));
    expect(parts.length).toBeLessThan(10);
  });

  it('is cut off if the log cannot be read any further', async () => {
    const response = await service.backoffice.request('GET', path(OF_2010, '/audit/export'));
    await query(service.databaseUrl, 'ALTER TABLE audit_entries RENAME TO gone');
    try {
      await expect(response.text()).rejects.toThrow('terminated');
    } finally {
      await query(service.databaseUrl, 'ALTER TABLE gone RENAME TO audit_entries');
    }
  });
});
