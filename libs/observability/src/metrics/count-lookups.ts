import type { Metrics } from './metrics.js';

/**
 * Counts hits and misses of a cache.
 * @param cache its name
 * @returns a function that counts one lookup
 */
export function countLookups(metrics: Metrics, cache: string): (isHit: boolean) => void {
  const lookups = metrics.counter('quiz_cache_lookups_total', 'Look-ups in memory, and whether it was there', [
    'cache',
    'result',
  ]);
  const hits = lookups.labels({ cache, result: 'hit' });
  const misses = lookups.labels({ cache, result: 'miss' });
  for (const counter of [hits, misses]) counter.inc(0);
  return (isHit) => (isHit ? hits : misses).inc();
}
