import { Redis } from 'ioredis';
import { judgeClock } from './clock.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Time limits for connecting and for a command, in milliseconds. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 2_000;

/** The oldest supported version. */
const VERSION = 7;

/** Longest acceptable round trip, in milliseconds: every request waits for one. */
const SLOW_MS = 20;

/** Checks the store of rate limits. The findings never contain its password. */
export async function checkRedis(url: string): Promise<Finding[]> {
  const { hostname, port } = new URL(url);
  const where = `${hostname || 'localhost'}:${port || '6379'}`;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error: NodeJS.ErrnoException) => (reason ||= error.code ?? error.message));
  try {
    await redis.connect();
    return [ok('Redis', `answers at ${where}`), ...(await examine(redis))];
  } catch (error) {
    const isRejected = /NOAUTH|WRONGPASS/.test(`${reason} ${(error as Error).message}`);
    if (isRejected) return [problem('Redis', `${where} rejects the password`, 'correct it in REDIS_URL')];
    const text = `cannot be reached at ${where} (${reason || (error as Error).message}): each instance counts rate limits for itself`;
    return [problem('Redis', text, 'start Redis, or correct host and port in REDIS_URL')];
  } finally {
    // After the end of the connection, disconnect() would keep this process alive for two seconds.
    if (redis.status !== 'end') redis.disconnect();
  }
}

async function examine(redis: Redis): Promise<Finding[]> {
  const info = new Map(
    (await redis.info()).split('\r\n').map((line) => line.split(':', 2) as [string, string | undefined]),
  );
  const trips: number[] = [];
  for (let trip = 0; trip < 5; trip++) {
    const from = performance.now();
    await redis.ping();
    trips.push(performance.now() - from);
  }
  const sent = Date.now();
  const [seconds, microseconds] = await redis.time();
  const theirs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  return [
    judgeRedisVersion(info.get('redis_version') ?? 'unknown'),
    judgeRoundTrip(trips.toSorted((one, other) => one - other)[2] ?? 0),
    judgeEviction(info.get('maxmemory_policy') ?? 'unknown', Number(info.get('maxmemory') ?? 0)),
    judgeClock('Redis clock', theirs, sent, Date.now()),
  ];
}

export function judgeRedisVersion(version: string): Finding {
  const major = Number(version.split('.')[0]);
  if (major >= VERSION) return ok('Redis version', version);
  const advice = `use Redis ${VERSION} or later`;
  return Number.isNaN(major)
    ? warning('Redis version', `${version}: it may be too old`, advice)
    : problem('Redis version', `${version} is too old: each instance counts for itself`, advice);
}

/** @param milliseconds from a command to its reply */
export function judgeRoundTrip(milliseconds: number): Finding {
  const text = `${milliseconds.toFixed(1)} ms`;
  if (milliseconds <= SLOW_MS) return ok('Redis round trip', text);
  return warning('Redis round trip', `${text}: every request waits for it`, 'run Redis near the service');
}

/** @param memory Redis's memory limit in bytes; 0 for none */
export function judgeEviction(policy: string, memory: number): Finding {
  if (policy === 'noeviction') return ok('Redis memory', 'it drops no counts (noeviction)');
  if (memory === 0) return ok('Redis memory', `no limit, so ${policy} drops nothing`);
  const text = `when memory runs short, ${policy} may drop counts: clients can then exceed their limit`;
  return warning('Redis memory', text, 'set maxmemory-policy noeviction, or use a separate Redis for the service');
}
