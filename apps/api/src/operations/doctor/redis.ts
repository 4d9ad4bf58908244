import { Redis } from 'ioredis';
import { type Finding, ok, warning } from './finding.js';

/** Time limit for connecting, and for each command, in milliseconds. */
const ANSWER_MS = 2_000;

/** Checks the store of rate limits. @throws Error if it does not answer; neither it nor the findings contain the password */
export async function checkRedis(url: string): Promise<Finding[]> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    const info = await redis.info('memory');
    const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return [ok('Redis', 'answers'), judgeEviction(valueOf('maxmemory_policy'), Number(valueOf('maxmemory')))];
  } catch (error) {
    // That of the connection says more than that of the command.
    throw reason ?? error;
  } finally {
    if (redis.status !== 'end') redis.disconnect();
  }
}

/** @param memory Redis's memory limit in bytes; 0 for none */
export function judgeEviction(policy: string, memory: number): Finding {
  if (policy === 'noeviction' || memory === 0) return ok('Redis memory', `it drops no counts (${policy})`);
  const text = `when memory runs short, ${policy} may drop counts: clients can then exceed their limit`;
  return warning('Redis memory', text, 'set maxmemory-policy noeviction, or use a separate Redis for the service');
}
