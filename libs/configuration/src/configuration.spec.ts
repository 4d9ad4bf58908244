import { readFileSync } from 'node:fs';
import os from 'node:os';
import { ConfigurationError, loadConfiguration, variables } from './configuration.js';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfiguration(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
}

const DEFAULTS = loadConfiguration({});

describe('the configuration', () => {
  it('has the defaults that clients and operators know', () => {
    expect(DEFAULTS).toMatchObject({
      NODE_ENV: 'development',
      PORT: 3000,
      RATE_LIMIT_REQUESTS: 100,
      RATE_LIMIT_WINDOW_SECONDS: 60,
      PASS_PERCENTAGE: 70,
    });
  });

  it.each(Object.keys(variables))('treats an empty %s as unset', (name) => {
    expect(loadConfiguration({ [name]: '' })).toEqual(DEFAULTS);
  });

  it('ignores variables of other programs', () => {
    expect(loadConfiguration({ PATH: '/bin', RATE_LIMIT: 'none' })).toEqual(DEFAULTS);
  });

  it.each<[string, string, unknown]>([
    ['NODE_ENV', 'production', 'production'],
    ['HOST', '::1', '::1'],
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['SITE_URL', 'https://quiz.example.com', 'https://quiz.example.com'],
    ['SITE_URL', 'http://localhost:8080/', 'http://localhost:8080'],
    ['WORKERS', '4', 4],
    ['TRUSTED_PROXIES', '127.0.0.1', ['127.0.0.1']],
    ['TRUSTED_PROXIES', ' 10.0.0.0/8 ,::1,fd00::/8, ', ['10.0.0.0/8', '::1', 'fd00::/8']],
    [
      'CORS_ORIGINS',
      'https://a.example.com, http://localhost:5173',
      ['https://a.example.com', 'http://localhost:5173'],
    ],
    ['DATABASE_URL', 'postgres://quiz:secret@db/quiz', 'postgres://quiz:secret@db/quiz'],
    ['DATABASE_URL', 'postgresql://db/quiz?sslmode=require', 'postgresql://db/quiz?sslmode=require'],
    ['REDIS_URL', 'rediss://redis:6380/1', 'rediss://redis:6380/1'],
    ['RATE_LIMIT_REQUESTS', '2147483647', 2_147_483_647],
    ['RATE_LIMIT_WINDOW_SECONDS', '1', 1],
    ['PASS_PERCENTAGE', '0', 0],
    ['PASS_PERCENTAGE', '100', 100],
    ['ADMIN_EMAIL', 'ada@example.com', 'ada@example.com'],
    ['ADMIN_PASSWORD', 'twelve chars', 'twelve chars'],
    ['OIDC_SCOPES', ' openid  groups ', 'openid groups'],
    ['OIDC_GROUPS_CLAIM', 'https://example.com/roles', 'https://example.com/roles'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'http://collector:4318'],
    ['OIDC_GROUP_ROLES', 'quiz-admins=admin', new Map([['quiz-admins', 'admin']])],
    [
      'OIDC_GROUP_ROLES',
      ' ou=staff = player,/quiz admins=admin, ',
      new Map([
        ['ou=staff', 'player'],
        ['/quiz admins', 'admin'],
      ]),
    ],
    ['LOG_LEVEL', 'silent', 'silent'],
  ])('takes %s=%s', (name, value, expected) => {
    expect(loadConfiguration({ [name]: value })).toEqual({ ...DEFAULTS, [name]: expected });
  });

  it.each([
    [64, '16', 4],
    [64, '500', 64],
    [1, '2', 1],
  ])(
    'starts as many workers as %i processors and a pool of %s allow, with WORKERS=auto',
    (processors, pool, workers) => {
      jest.spyOn(os, 'availableParallelism').mockReturnValue(processors);
      expect(loadConfiguration({ WORKERS: 'auto', DATABASE_POOL_SIZE: pool }).WORKERS).toBe(workers);
      jest.restoreAllMocks();
    },
  );

  it('rejects more WORKERS than DATABASE_POOL_SIZE allows', () => {
    expect(problemsOf({ WORKERS: '4' })).toEqual([]);
    expect(problemsOf({ WORKERS: '5' })).toEqual(['DATABASE_POOL_SIZE must be at least 4 times as large as WORKERS']);
  });

  it.each<[string, string, string]>([
    ['NODE_ENV', 'staging', 'must be one of development, test, production'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['WORKERS', '0', 'must be a whole number from 1 to 1000, or auto'],
    ['WORKERS', 'all', 'must be a whole number from 1 to 1000, or auto'],
    ['SITE_URL', 'quiz.example.com', 'must be an origin such as https://quiz.example.com'],
    ['SITE_URL', 'ftp://quiz.example.com', 'must be an origin such as https://quiz.example.com'],
    ['SITE_URL', 'https://example.com/quiz', 'must be an origin such as https://quiz.example.com'],
    ['TRUSTED_PROXIES', 'true', 'must be addresses or networks such as 10.0.0.0/8, separated by commas (not "true")'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'must be addresses or networks such as 10.0.0.0/8, separated by commas (not "10.0.0.0/33")',
    ],
    [
      'TRUSTED_PROXIES',
      '::1,::1/129',
      'must be addresses or networks such as 10.0.0.0/8, separated by commas (not "::1/129")',
    ],
    ['CORS_ORIGINS', '*', 'must be origins such as https://quiz.example.com, separated by commas (not "*")'],
    [
      'CORS_ORIGINS',
      'https://a.example.com/',
      'must be origins such as https://quiz.example.com, separated by commas (not "https://a.example.com/")',
    ],
    ['DATABASE_URL', 'mysql://db/quiz', 'must be a URL that begins with postgres:// or postgresql://'],
    ['DATABASE_POOL_SIZE', '1', 'must be a whole number from 2 to 500'],
    ['DATABASE_POOL_SIZE', '501', 'must be a whole number from 2 to 500'],
    ['DATABASE_CONNECT_TIMEOUT_MS', '0', 'must be a whole number from 100 to 60000'],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '600001', 'must be a whole number from 100 to 600000'],
    ['DATABASE_LOCK_TIMEOUT_MS', '3s', 'must be a whole number from 100 to 60000'],
    ['REDIS_URL', 'localhost:6379', 'must be a URL that begins with redis:// or rediss://'],
    ['RATE_LIMIT_REQUESTS', '0', 'must be a whole number from 1 to 2147483647'],
    ['RATE_LIMIT_REQUESTS', '2147483648', 'must be a whole number from 1 to 2147483647'],
    ['RATE_LIMIT_WINDOW_SECONDS', '86401', 'must be a whole number from 1 to 86400'],
    ['PASS_PERCENTAGE', '101', 'must be a whole number from 0 to 100'],
    ['REDIS_TIMEOUT_MS', '0', 'must be a whole number from 1 to 10000'],
    ['MAX_QUEUE_WAIT_MS', '5', 'must be a whole number from 10 to 600000'],
    ['REQUEST_DEADLINE_MS', '99', 'must be a whole number from 100 to 600000'],
    ['DRAIN_SECONDS', '301', 'must be a whole number from 0 to 300'],
    ['SECOND_FACTOR', 'true', 'must be one of optional, required'],
    ['SESSION_HOURS', '0', 'must be a whole number from 1 to 720'],
    ['AUDIT_RETENTION_DAYS', '0', 'must be a whole number from 1 to 36500'],
    ['ADMIN_EMAIL', 'admin', 'must be an email address'],
    ['ADMIN_PASSWORD', 'eleven char', 'must have at least 12 characters'],
    ['OIDC_SCOPES', 'email profile', 'must be scopes separated by spaces, openid among them'],
    [
      'OIDC_GROUP_ROLES',
      'admins',
      'must be groups with a role (admin, editor, player, viewer) each, such as quiz-admins=admin,teachers=viewer (not "admins")',
    ],
    [
      'OIDC_GROUP_ROLES',
      'admins=admin,=viewer',
      'must be groups with a role (admin, editor, player, viewer) each, such as quiz-admins=admin,teachers=viewer (not "=viewer")',
    ],
    [
      'OIDC_GROUP_ROLES',
      'admins=',
      'must be groups with a role (admin, editor, player, viewer) each, such as quiz-admins=admin,teachers=viewer (not "admins=")',
    ],
    [
      'OIDC_GROUP_ROLES',
      'admins=owner',
      'must be groups with a role (admin, editor, player, viewer) each, such as quiz-admins=admin,teachers=viewer (not "admins=owner")',
    ],
    [
      'OIDC_GROUP_ROLES',
      'admins=Admin',
      'must be groups with a role (admin, editor, player, viewer) each, such as quiz-admins=admin,teachers=viewer (not "admins=Admin")',
    ],
    ['OIDC_GROUP_ROLES', ',', 'must name each group once'],
    ['OIDC_GROUP_ROLES', 'admins=admin,admins=viewer', 'must name each group once'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL that begins with http:// or https://'],
    ['LOG_LEVEL', 'verbose', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('rejects %s=%s with the expected form', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${message}`]);
  });

  describe('of OpenID Connect', () => {
    const given = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'quiz', OIDC_CLIENT_SECRET: 'hunter2' };

    it.each(Object.keys(given))('needs %s if the other two are set', (missing) => {
      expect(loadConfiguration(given)).toEqual({ ...DEFAULTS, ...given });
      const [present = '', other = ''] = Object.keys(given).filter((name) => name !== missing);
      expect(problemsOf({ ...given, [missing]: '' })).toEqual([`${missing} must be set where ${present} is`]);
      expect(problemsOf({ [missing]: given[missing as keyof typeof given] })).toEqual([
        `${present} must be set where ${missing} is`,
        `${other} must be set where ${missing} is`,
      ]);
    });

    it.each([
      'https://login.example.com/realms/quiz/',
      'http://localhost:8080',
      'http://127.0.0.1:1',
      'http://[::1]/a',
    ])('takes the issuer %s', (issuer) =>
      expect(loadConfiguration({ ...given, OIDC_ISSUER: issuer }).OIDC_ISSUER).toBe(issuer),
    );

    it.each([
      'login.example.com',
      'http://login.example.com',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'ftp://localhost',
      'https://login.example.com?realm=quiz',
      'https://login.example.com#quiz',
      'https://quiz@login.example.com',
      'https://login.example.com/.well-known/openid-configuration',
    ])('rejects the issuer %s', (issuer) => {
      expect(problemsOf({ ...given, OIDC_ISSUER: issuer })).toEqual([
        'OIDC_ISSUER must be an issuer such as https://login.example.com, with http only on localhost',
      ]);
    });
  });

  it('reports all invalid variables together', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', SESSION_HOURS: '13', RATE_LIMIT_REQUESTS: 'x' })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'RATE_LIMIT_REQUESTS must be a whole number from 1 to 2147483647',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ]);
  });

  it('does not print a password', () => {
    expect(problemsOf({ ADMIN_PASSWORD: 'hunter2', DATABASE_URL: 'mysql://quiz:hunter2@db' }).join()).not.toContain(
      'hunter2',
    );
  });

  it('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica', () => {
    const given = { DATABASE_REPLICA_URL: 'postgres://replica/quiz' };
    expect(problemsOf(given)).toEqual([
      'DATABASE_REPLICA_URL must be left out, or DATABASE_URL set too: the embedded database has no replica',
    ]);
    expect(loadConfiguration({ ...given, DATABASE_URL: 'postgres://db/quiz' })).toMatchObject(given);
  });

  it('needs ADMIN_PASSWORD if nobody would see a generated one', () => {
    const given = { ADMIN_EMAIL: 'ada@example.com', DATABASE_URL: 'postgres://db/quiz' };
    expect(problemsOf(given)).toEqual(['ADMIN_PASSWORD must be set where ADMIN_EMAIL is']);
    expect(problemsOf({ ...given, ADMIN_PASSWORD: 'correct horse battery' })).toEqual([]);
    expect(problemsOf({ ADMIN_EMAIL: 'ada@example.com' })).toEqual([]);
  });
});

it('docs/configuration.md lists every variable with its default and description', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` /.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const expected = Object.entries(variables).map(([name, spec]) => {
    const value = typeof spec.default === 'object' ? '' : String(spec.default ?? '');
    return [`\`${name}\``, value === '' ? '' : `\`${value}\``, spec.desc];
  });
  expect(rows).toEqual(expected);
});
