import { loadConfiguration } from '#libs/configuration';
import { judgeClock } from './clock.js';
import { checkConfiguration } from './configuration.js';
import { explainConnectionError } from './database.js';
import {
  type DatabaseFacts,
  judgeConnections,
  judgeDatabase,
  judgeMigrations,
  judgeVersion,
} from './database-rules.js';
import { judgeNode, judgeOpenFiles, judgeSpace } from './machine.js';
import { judgeEviction, judgeRedisVersion, judgeRoundTrip } from './redis.js';

const GOOD: DatabaseFacts = {
  versionNumber: 150_004,
  version: '15.4',
  user: 'quiz',
  database: 'quiz',
  schema: 'public',
  mayCreate: true,
  isReadOnly: false,
  encoding: 'UTF8',
  connections: 97,
  fsync: 'on',
  synchronousCommit: 'on',
  fullPageWrites: 'on',
  autovacuum: 'on',
  timeouts: { statement_timeout: 0 },
};

const levelsOf = (facts: Partial<DatabaseFacts>) =>
  judgeDatabase({ ...GOOD, ...facts }, loadConfiguration({}), 1)
    .filter(({ level }) => level !== 'ok')
    .map(({ level, subject }) => `${level} ${subject}`);

describe('judgeDatabase', () => {
  it('reports no problem of a correct database', () => expect(levelsOf({})).toEqual([]));

  it.each<[Partial<DatabaseFacts>, string[]]>([
    [{ versionNumber: 140_011 }, ['problem PostgreSQL']],
    [{ mayCreate: false }, ['problem Rights']],
    [{ schema: null }, ['problem Rights']],
    [{ isReadOnly: true }, ['problem Rights']],
    [{ encoding: 'SQL_ASCII' }, ['problem Encoding']],
    [{ connections: 17 }, ['problem Connections']],
    [{ fsync: 'off', synchronousCommit: 'off' }, ['problem Durability', 'problem Durability']],
    [{ fullPageWrites: 'off' }, ['problem Durability']],
    [{ autovacuum: 'off' }, ['warning Autovacuum']],
    [{ timeouts: { statement_timeout: 5_000, transaction_timeout: 0 } }, ['warning Migrations']],
  ])('reports %p as a problem or warning', (facts, levels) => expect(levelsOf(facts)).toEqual(levels));

  it('judgeVersion: requires PostgreSQL 15', () => {
    expect(judgeVersion({ versionNumber: 150_000, version: '15.0' }).level).toBe('ok');
    expect(judgeVersion({ versionNumber: 149_999, version: '14.99' })).toMatchObject({
      level: 'problem',
      advice: 'use PostgreSQL 15 or later',
    });
  });

  it('judgeConnections: requires a pool for each instance, and two connections to migrate', () => {
    expect(judgeConnections(34, 16, 2)).toMatchObject({
      level: 'ok',
      text: expect.stringContaining('for 2 instances') as string,
    });
    expect(judgeConnections(33, 16, 2).level).toBe('problem');
  });

  it('judgeMigrations: reports a database that is behind or ahead', () => {
    expect(judgeMigrations({ pending: [], unknown: [] })).toMatchObject({ level: 'ok', text: 'up to date' });
    expect(judgeMigrations({ pending: ['A1', 'B2'], unknown: [] })).toMatchObject({
      level: 'warning',
      text: '2 have not run yet (next: A1)',
    });
    expect(judgeMigrations({ pending: [], unknown: ['C3'] })).toMatchObject({ level: 'problem' });
  });

  it.each([
    ['28P01', 'rejects the password'],
    ['28000', 'does not admit the role quiz'],
    ['3D000', 'there is no database exam'],
    ['53300', 'has no free connection'],
    ['57P03', 'is starting or stopping'],
    ['EHOSTUNREACH', 'cannot be reached at db:5432 (EHOSTUNREACH)'],
  ])('explainConnectionError: explains %s', (code, text) => {
    const error = Object.assign(new Error('rejected'), { code });
    const finding = explainConnectionError(error, 'db:5432', 'exam', 'quiz');
    expect(finding).toMatchObject({ level: 'problem', text: expect.stringContaining(text) as string });
    expect(finding.advice).toBeTruthy();
  });
});

describe('judgeClock', () => {
  it.each([
    [10_000, 'ok', 'agrees with the clock of this machine'],
    [11_000, 'ok', 'agrees with the clock of this machine'],
    [11_600, 'warning', 'is 1.6 s ahead of the clock of this machine'],
    [8_000, 'warning', 'is 2.0 s behind the clock of this machine'],
  ])('compares a clock that shows %i', (theirs, level, text) => {
    expect(judgeClock('Clock', theirs, 9_990, 10_010)).toMatchObject({ level, text });
  });

  it('tolerates a slow response', () => {
    expect(judgeClock('Clock', 10_000, 10_000, 13_000).level).toBe('ok');
    expect(judgeClock('Clock', 10_000, 12_000, 13_000).level).toBe('warning');
  });
});

describe('checkRedis', () => {
  it('warns of dropped counts only if Redis has a memory limit and evicts keys', () => {
    expect(judgeEviction('noeviction', 1_000).level).toBe('ok');
    expect(judgeEviction('allkeys-lru', 0).level).toBe('ok');
    for (const policy of ['allkeys-lru', 'volatile-ttl']) expect(judgeEviction(policy, 1_000).level).toBe('warning');
  });

  it('requires version 7 and a short round trip', () => {
    expect(['6.2.6', '7.0.15', '10.0.0', 'unknown'].map((version) => judgeRedisVersion(version).level)).toEqual([
      'problem',
      'ok',
      'ok',
      'warning',
    ]);
    expect([judgeRoundTrip(1).level, judgeRoundTrip(21).level]).toEqual(['ok', 'warning']);
  });
});

it('judgeNode: requires Node.js 20.19', () => {
  expect(['18.20.1', '20.18.3', '20.19.0', '22.0.0'].map((version) => judgeNode(version).level)).toEqual([
    'problem',
    'problem',
    'ok',
    'ok',
  ]);
});

it('judgeSpace: warns below 1 GiB of free space, and reports a problem below 100 MiB', () => {
  const GIB = 1024 ** 3;
  expect([2 * GIB, GIB / 2, GIB / 20].map((free) => judgeSpace(free, '/data').level)).toEqual([
    'ok',
    'warning',
    'problem',
  ]);
});

it('judgeOpenFiles: compares the limit of open files with MAX_CONNECTIONS', () => {
  expect(judgeOpenFiles(4_000, { MAX_CONNECTIONS: 4_000 }).level).toBe('ok');
  expect(judgeOpenFiles(984, { MAX_CONNECTIONS: 4_000 })).toMatchObject({
    level: 'warning',
    text: 'the limit of this process allows 984 connections, fewer than MAX_CONNECTIONS (4000)',
  });
});

describe('checkConfiguration', () => {
  it('names each invalid or missing variable, and continues with the others', () => {
    const { findings, configuration } = checkConfiguration({
      PORT: 'http',
      DATABASE_POOL_SIZE: '1',
      OIDC_CLIENT_SECRET: 'a-secret-word',
      DATABASE_URL: 'postgres://db/quiz',
    });
    expect(findings.map(({ level, text, advice }) => `${level} ${text}: ${advice}`).sort()).toEqual([
      'problem DATABASE_POOL_SIZE is invalid: it must be a whole number from 2 to 500',
      'problem OIDC_CLIENT_ID is missing: it must be set where OIDC_CLIENT_SECRET is',
      'problem OIDC_ISSUER is missing: it must be set where OIDC_CLIENT_SECRET is',
      'problem PORT is invalid: it must be a whole number from 0 to 65535',
    ]);
    expect(configuration).toMatchObject({ DATABASE_URL: 'postgres://db/quiz', PORT: 3000, DATABASE_POOL_SIZE: 16 });
  });

  it('reports a valid configuration', () => {
    expect(checkConfiguration({}).findings).toEqual([
      { level: 'ok', subject: 'Configuration', text: 'all variables are valid' },
    ]);
  });

  it('warns of each pair of conflicting variables, except of defaults that replace invalid ones', () => {
    const linesOf = (environment: Record<string, string>) =>
      checkConfiguration(environment).findings.map(({ level, text, advice }) => `${level} ${text}: ${advice}`);
    expect(linesOf({ MAX_CONNECTIONS: '1000', PASS_PERCENTAGE: '101' })).toEqual([
      'problem PASS_PERCENTAGE is invalid: it must be a whole number from 0 to 100',
      'warning MAX_CONNECTIONS_PER_ADDRESS (1000) is not below MAX_CONNECTIONS (1000): one address can take all connections: lower MAX_CONNECTIONS_PER_ADDRESS, or raise MAX_CONNECTIONS',
    ]);
    expect(linesOf({ MAX_CONNECTIONS: '1000', MAX_CONNECTIONS_PER_ADDRESS: 'none' })).toEqual([
      'problem MAX_CONNECTIONS_PER_ADDRESS is invalid: it must be a whole number from 1 to 1000000',
    ]);
  });

  it('warns of a misspelt variable, with the name that is probably meant', () => {
    expect(checkConfiguration({ RATE_LIMIT_REQUEST: '10' }).findings).toEqual([
      {
        level: 'warning',
        subject: 'Configuration',
        text: 'RATE_LIMIT_REQUEST is not a variable of the service',
        advice: 'set RATE_LIMIT_REQUESTS if you mean that one',
      },
    ]);
  });

  it('leaves out variables that depend on an invalid one', () => {
    const { findings, configuration } = checkConfiguration({
      DATABASE_URL: 'db',
      DATABASE_REPLICA_URL: 'postgres://replica/quiz',
      TRUSTED_PROXIES: 'nginx',
    });
    expect(findings.map(({ level, text }) => `${level} ${text}`)).toEqual([
      'problem TRUSTED_PROXIES is invalid',
      'problem DATABASE_URL is invalid',
    ]);
    expect(configuration).toMatchObject({ DATABASE_REPLICA_URL: undefined });
  });
});
