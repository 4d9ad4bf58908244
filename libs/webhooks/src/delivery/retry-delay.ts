const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * How long after each failed try the next one follows, in milliseconds: 10 tries in about three days, as Standard Webhooks recommends.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#deliverability-and-reliability
 */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/**
 * @param tries how often the delivery was tried, the failed try included
 * @param random from 0 to 1: up to a tenth is added, so that deliveries that failed together are not all repeated together
 * @returns milliseconds until the next try; undefined if that was the last one
 */
export function retryDelay(tries: number, random = Math.random()): number | undefined {
  const delay = DELAYS[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + random / 10));
}
