import type { Metrics } from './metrics.js';

/**
 * Counts how often a bounded memory has what is asked of it.
 * @param cache the memory's name
 * @returns a function that counts one look-up
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
