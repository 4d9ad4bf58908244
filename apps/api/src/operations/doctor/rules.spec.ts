import { checkConfiguration } from './configuration.js';
import {
  type DatabaseFacts,
  judgeClock,
  judgeConnections,
  judgeDatabase,
  judgeMigrations,
  judgeTransaction,
} from './database.js';
import { judgeEviction } from './redis.js';

const GOOD: DatabaseFacts = {
  versionNumber: 150_004,
  version: '15.4',
  encoding: 'UTF8',
  connections: 97,
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'local', autovacuum: 'on' },
  now: 0,
};

it.each<[Partial<DatabaseFacts>, string[]]>([
  [{}, []],
  [{ versionNumber: 149_999 }, ['PostgreSQL']],
  [{ encoding: 'SQL_ASCII' }, ['Encoding']],
  [{ connections: 17 }, ['Connections']],
  [{ settings: { fsync: 'off', synchronous_commit: 'off' } }, ['Settings', 'Settings']],
  [{ settings: { full_page_writes: 'off', autovacuum: 'off' } }, ['Settings', 'Settings']],
])('judgeDatabase: reports %p as problems', (facts, subjects) => {
  const problems = judgeDatabase({ ...GOOD, ...facts }, 16, 1).filter(({ level }) => level === 'problem');
  expect(problems.map(({ subject }) => subject)).toEqual(subjects);
});

it('judgeConnections: requires a pool for each instance, and two connections to migrate', () => {
  expect(judgeConnections(34, 16, 2)).toMatchObject({
    level: 'ok',
    text: expect.stringContaining('for 2 instances') as string,
  });
  expect(judgeConnections(33, 16, 2).level).toBe('problem');
});

it('judgeMigrations: reports a database that is behind, ahead, or from before 1.0', () => {
  const good = { pending: [], unknown: [], isEarlier: false };
  expect(judgeMigrations(good).level).toBe('ok');
  expect(judgeMigrations({ ...good, pending: ['A1', 'B2'] })).toMatchObject({
    level: 'warning',
    text: '2 have not run yet (next: A1)',
  });
  expect(judgeMigrations({ ...good, unknown: ['C3'] }).level).toBe('problem');
  expect(judgeMigrations({ pending: ['A1'], unknown: ['C3'], isEarlier: true })).toMatchObject({
    level: 'problem',
    text: 'the database was made before version 1.0',
  });
});

it.each([
  [10_000, 9_990, 10_010, 'ok'],
  [11_000, 9_990, 10_010, 'ok'],
  [11_600, 9_990, 10_010, 'warning'],
  [8_000, 9_990, 10_010, 'warning'],
  // A slow response.
  [10_000, 10_000, 13_000, 'ok'],
  [10_000, 12_000, 13_000, 'warning'],
])('judgeClock: %i, asked at %i and answered at %i, is %s', (theirs, sent, answered, level) => {
  expect(judgeClock(theirs, sent, answered).level).toBe(level);
});

it('judgeTransaction: warns of one that has been open for five minutes', () => {
  const transaction = { database: 'other', end: 'SELECT pg_terminate_backend(4711)' };
  expect([judgeTransaction(undefined).level, judgeTransaction({ ...transaction, seconds: 299 }).level]).toEqual([
    'ok',
    'ok',
  ]);
  expect(judgeTransaction({ ...transaction, seconds: 320 })).toEqual({
    level: 'warning',
    subject: 'Transactions',
    text: 'one in the database other has been open for 5 minutes: GET /attempts shows nothing newer',
    advice: 'end it: SELECT pg_terminate_backend(4711)',
  });
});

it('judgeEviction: warns if Redis has a memory limit and evicts keys', () => {
  expect([judgeEviction('noeviction', 1_000).level, judgeEviction('allkeys-lru', 0).level]).toEqual(['ok', 'ok']);
  expect(judgeEviction('volatile-ttl', 1_000).level).toBe('warning');
});

it('checkConfiguration: reports invalid variables, conflicts and misspelt names', () => {
  const linesOf = (environment: Record<string, string>) =>
    checkConfiguration(environment).findings.map(({ level, text }) => `${level} ${text}`);
  expect(linesOf({})).toEqual(['ok all variables are valid']);
  expect(linesOf({ PORT: 'http', RATE_LIMIT_REQUEST: '10' })).toEqual([
    'problem PORT must be a whole number from 0 to 65535',
    'warning RATE_LIMIT_REQUEST is not a variable of the service',
  ]);
  expect(linesOf({ MAX_CONNECTIONS: '1000' })).toEqual([
    'warning MAX_CONNECTIONS_PER_ADDRESS (1000) is not below MAX_CONNECTIONS (1000): one address can take all connections',
  ]);
});
