// The only place that reads the environment: every variable with its rule and default.
import { isIP } from 'node:net';
import os from 'node:os';
import { type CleanedEnv, customCleanEnv, EnvError, makeExactValidator } from 'envalid';
import { groupRoles, issuer, scopes } from './oidc-validators.js';
import { split } from './split.js';

function integer(min: number, max: number) {
  return makeExactValidator<number>((input) => {
    const value = /^\d+$/.test(input) ? Number(input) : NaN;
    if (!(value >= min && value <= max)) throw new EnvError(`must be a whole number from ${min} to ${max}`);
    return value;
  });
}

function url(...protocols: string[]) {
  return makeExactValidator<string>((input) => {
    if (!URL.canParse(input) || !protocols.includes(new URL(input).protocol)) {
      throw new EnvError(`must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
    }
    return input;
  });
}

const networks = makeExactValidator<string[]>((input) => {
  const values = split(input);
  const wrong = values.find((value) => !isNetwork(value));
  if (wrong !== undefined) {
    throw new EnvError(`must be addresses or networks such as 10.0.0.0/8, separated by commas (not "${wrong}")`);
  }
  return values;
});

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const origins = makeExactValidator<string[]>((input) => {
  const values = split(input);
  const wrong = values.find((value) => !URL.canParse(value) || new URL(value).origin !== value);
  if (wrong !== undefined) {
    throw new EnvError(`must be origins such as https://quiz.example.com, separated by commas (not "${wrong}")`);
  }
  return values;
});

/** Connections to the database that a worker needs at least. */
const CONNECTIONS_PER_WORKER = 4;

const workers = makeExactValidator<number>((input) => {
  if (input === 'auto') return os.availableParallelism();
  const value = /^\d+$/.test(input) ? Number(input) : NaN;
  if (!(value >= 1 && value <= 1_000)) throw new EnvError('must be a whole number from 1 to 1000, or auto');
  return value;
});

const text = makeExactValidator<string>((input) => input);

function oneOf<Choice extends string>(...choices: Choice[]) {
  return makeExactValidator<Choice>((input) => {
    const choice = choices.find((candidate) => candidate === input);
    if (choice === undefined) throw new EnvError(`must be one of ${choices.join(', ')}`);
    return choice;
  });
}

/** An origin, optionally with a trailing slash. */
const origin = makeExactValidator<string>((input) => {
  if (!/^https?:\/\/[^/?#\s]+\/?$/.test(input) || !URL.canParse(input)) {
    throw new EnvError('must be an origin such as https://quiz.example.com');
  }
  return new URL(input).origin;
});

const email = makeExactValidator<string>((input) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(input)) throw new EnvError('must be an email address');
  return input;
});

const password = makeExactValidator<string>((input) => {
  if (input.length < 12) throw new EnvError('must have at least 12 characters');
  return input;
});

const seconds = 1_000;

/** Every variable of the service: rule, default and the description that docs/configuration.md repeats. */
export const variables = {
  NODE_ENV: oneOf(
    'development',
    'test',
    'production',
  )({
    default: 'development',
    desc: '`production` allows cross-origin requests from `CORS_ORIGINS` only',
  }),
  HOST: text({ default: '0.0.0.0', desc: 'address to listen on' }),
  PORT: integer(0, 65_535)({ default: 3000, desc: 'port to listen on' }),
  WORKERS: workers({
    default: 1,
    desc: 'processes that serve requests on the port; `auto`: one for each processor, at most `DATABASE_POOL_SIZE` / 4',
  }),
  SITE_URL: origin({
    default: undefined,
    desc: 'origin at which clients reach the service, if it is not `http://localhost:PORT`; with https the session cookie is `Secure`',
  }),
  TRUSTED_PROXIES: networks({
    default: [],
    desc: "addresses or networks of reverse proxies whose `X-Forwarded-For` names the client's address, separated by commas",
  }),
  CORS_ORIGINS: origins({
    default: [],
    desc: 'origins that may call the API from browsers when `NODE_ENV=production`, separated by commas',
  }),
  DATABASE_URL: url(
    'postgres:',
    'postgresql:',
  )({
    default: undefined,
    desc: 'PostgreSQL 15 or later; without it an embedded one is started in `DATA_DIRECTORY`',
  }),
  DATABASE_REPLICA_URL: url(
    'postgres:',
    'postgresql:',
  )({
    default: undefined,
    desc: 'a replica of the database that may lag; exports of quizzes, attempts, answers and the gradebook are read from it, everything else from `DATABASE_URL`',
  }),
  DATA_DIRECTORY: text({ default: '.data', desc: 'directory in which the embedded PostgreSQL stores its data' }),
  DATABASE_POOL_SIZE: integer(
    2,
    500,
  )({ default: 16, desc: 'connections to the database per instance, for all its workers together' }),
  DATABASE_CONNECT_TIMEOUT_MS: integer(
    100,
    60 * seconds,
  )({
    default: 3 * seconds,
    desc: 'longest wait for a connection of the pool, in milliseconds',
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(
    100,
    600 * seconds,
  )({
    default: 10 * seconds,
    desc: 'longest duration of a statement, in milliseconds',
  }),
  DATABASE_LOCK_TIMEOUT_MS: integer(
    100,
    60 * seconds,
  )({
    default: 3 * seconds,
    desc: 'longest wait of a statement for a lock, in milliseconds',
  }),
  REDIS_URL: url(
    'redis:',
    'rediss:',
  )({
    default: undefined,
    desc: 'Redis that stores the rate-limit counts of all instances; without it each instance counts for itself',
  }),
  REDIS_TIMEOUT_MS: integer(
    1,
    10 * seconds,
  )({
    default: 80,
    desc: 'longest wait of a request for Redis, in milliseconds; then each worker counts for itself until Redis responds again',
  }),
  RATE_LIMIT_REQUESTS: integer(
    1,
    2_147_483_647,
  )({ default: 100, desc: 'requests allowed per window and API key, unless the key has a limit of its own' }),
  RATE_LIMIT_WINDOW_SECONDS: integer(1, 86_400)({ default: 60, desc: 'length of a window, in seconds' }),
  MAX_QUEUE_WAIT_MS: integer(
    10,
    600 * seconds,
  )({
    default: 500,
    desc: 'expected wait beyond which a worker rejects a request with 503, in milliseconds; 100 requests in flight are always admitted',
  }),
  MAX_CONNECTIONS: integer(
    1,
    1_000_000,
  )({
    default: 16_000,
    desc: 'connections of clients per worker, fewer where `ulimit -Hn` is low; at the limit one that waits for its client is closed, or the new one',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: integer(
    1,
    1_000_000,
  )({
    default: 1_000,
    desc: 'the same per address (IPv6: per network of 64 bits); trusted proxies have no such limit',
  }),
  REQUEST_DEADLINE_MS: integer(
    100,
    600 * seconds,
  )({
    default: 4_500,
    desc: 'longest time from the arrival of a request to its response, in milliseconds; then the response is 503',
  }),
  DRAIN_SECONDS: integer(
    0,
    300,
  )({
    default: 0,
    desc: 'how long a stopping instance continues to serve while `/health/ready` answers 503, so that load balancers stop using it, in seconds',
  }),
  WEBHOOK_NETWORKS: networks({
    default: [],
    desc: 'private addresses or networks that webhooks may call besides public addresses, also by `http://`, separated by commas',
  }),
  PASS_PERCENTAGE: integer(
    0,
    100,
  )({ default: 70, desc: 'lowest percentage at which an attempt passes, at quizzes without `passPercentage`' }),
  START_GRACE_SECONDS: integer(
    0,
    600,
  )({ default: 5, desc: 'how long after the end of a start its answers still count, in seconds' }),
  SESSION_HOURS: integer(1, 720)({ default: 12, desc: 'how long a user stays signed in to the backoffice, in hours' }),
  SECOND_FACTOR: oneOf(
    'optional',
    'required',
  )({
    default: 'optional',
    desc: '`required`: administrators and editors who sign in by password must set up a second factor first',
  }),
  AUDIT_RETENTION_DAYS: integer(
    1,
    36_500,
  )({
    default: undefined,
    desc: 'how long the audit log keeps entries, in days and up to one more; without it for ever',
  }),
  ADMIN_EMAIL: email({
    default: undefined,
    desc: 'email of the first administrator, who is created if there is none; with the embedded database `admin@example.com`',
  }),
  ADMIN_PASSWORD: password({
    default: undefined,
    desc: 'password of the first administrator, at least 12 characters and hard to guess; with the embedded database one is generated and printed once',
  }),
  OIDC_ISSUER: issuer({
    default: undefined,
    desc: 'issuer of the OpenID Connect provider with which administrators and editors may sign in',
  }),
  OIDC_CLIENT_ID: text({ default: undefined, desc: 'client id of the service at the provider' }),
  OIDC_CLIENT_SECRET: text({ default: undefined, desc: 'client secret of the service at the provider' }),
  OIDC_NAME: text({ default: 'single sign-on', desc: 'name of the provider on the button of the sign-in page' }),
  OIDC_SCOPES: scopes({
    default: 'openid email profile',
    desc: 'scopes to request from the provider, separated by spaces',
  }),
  OIDC_GROUPS_CLAIM: text({ default: 'groups', desc: "claim that holds the names of a person's groups" }),
  OIDC_GROUP_ROLES: groupRoles({
    default: undefined,
    desc: 'roles that groups grant, such as `quiz-admins=admin,teachers=viewer`; without it roles are assigned in the backoffice only',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    'http:',
    'https:',
  )({
    default: undefined,
    desc: 'OpenTelemetry collector that receives traces over HTTP, such as `http://collector:4318`; without it there are no traces',
  }),
  LOG_LEVEL: oneOf(
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
    'trace',
    'silent',
  )({
    default: 'info',
    desc: 'least severe level that is logged',
  }),
};

/** The validated configuration, by the names of the environment variables. */
export type Configuration = CleanedEnv<typeof variables>;

/** Whether clients reach the service by https. */
export const usesHttps = ({ SITE_URL }: Pick<Configuration, 'SITE_URL'>): boolean =>
  SITE_URL?.startsWith('https:') === true;

/** The origin at which a client reaches the service. @param request of the client */
export const originOf = (
  { SITE_URL }: Pick<Configuration, 'SITE_URL'>,
  { protocol, host }: { protocol: string; host: string },
): string => SITE_URL ?? `${protocol}://${host}`;

/** Injection token of {@link Configuration}. */
export const CONFIGURATION = Symbol('CONFIGURATION');

/** The variables of OpenID Connect: all of them or none are set. */
const OIDC_VARIABLES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

/** Thrown when variables are missing or invalid; the message has one line for each, with the expected form. */
export class ConfigurationError extends Error {}

/**
 * Reads and validates the environment.
 * @throws ConfigurationError naming every invalid variable
 */
export function loadConfiguration(environment: Record<string, string | undefined>): Configuration {
  // Compose files pass unset variables as empty values.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  let problems: string[] = [];
  const cleaned = customCleanEnv(given, variables, (values) => values, {
    reporter: ({ errors }) => {
      problems = Object.entries(errors).map(([name, error]) => `${name} ${error.message}`);
    },
  });
  if (given.ADMIN_EMAIL !== undefined && given.ADMIN_PASSWORD === undefined && given.DATABASE_URL !== undefined) {
    problems.push('ADMIN_PASSWORD must be set where ADMIN_EMAIL is');
  }
  const present = OIDC_VARIABLES.find((name) => name in given);
  if (present !== undefined) {
    const missing = OIDC_VARIABLES.filter((name) => !(name in given));
    problems.push(...missing.map((name) => `${name} must be set where ${present} is`));
  }
  const mostWorkers = Math.max(1, Math.floor(cleaned.DATABASE_POOL_SIZE / CONNECTIONS_PER_WORKER));
  const isTooMany = cleaned.WORKERS > mostWorkers;
  if (isTooMany && given.WORKERS !== 'auto') {
    problems.push(`DATABASE_POOL_SIZE must be at least ${CONNECTIONS_PER_WORKER} times as large as WORKERS`);
  }
  if ('DATABASE_REPLICA_URL' in given && !('DATABASE_URL' in given)) {
    problems.push(
      'DATABASE_REPLICA_URL must be left out, or DATABASE_URL set too: the embedded database has no replica',
    );
  }
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  return isTooMany ? { ...cleaned, WORKERS: mostWorkers } : cleaned;
}
