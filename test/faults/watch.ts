// Health of the instances during a fault, and the time until they have recovered.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../support/cluster/cluster.js';
import { exchange } from './exchange.js';
import type { Load } from './load.js';

export interface Health {
  /** Distinct statuses of /health/live and /health/ready of all instances, or errors such as `ECONNRESET`. */
  live: (number | string)[];
  ready: (number | string)[];
  /** The slowest response of /health/live, in milliseconds. */
  slowestMs: number;
}

/**
 * Requests the health of every instance continually during the work.
 * @param work gets the statuses of /health/ready so far
 */
export async function watchHealth(
  cluster: Cluster,
  work: (ready: ReadonlySet<number | string>) => Promise<unknown>,
): Promise<Health> {
  const [live, ready] = [new Set<number | string>(), new Set<number | string>()];
  let slowestMs = 0;
  let isDone = false;
  const statusOf = async (url: string, path: string) => {
    const { status, broken } = await exchange(url, { method: 'GET', path, timeoutMs: 300_000 });
    return broken ?? status;
  };
  const watch = async (url: string) => {
    while (!isDone) {
      const from = performance.now();
      live.add(await statusOf(url, '/health/live'));
      slowestMs = Math.max(slowestMs, performance.now() - from);
      ready.add(await statusOf(url, '/health/ready'));
      await sleep(100);
    }
  };
  const watches = cluster.instances.map(({ url }) => watch(url));
  try {
    await work(ready);
  } finally {
    isDone = true;
    await Promise.all(watches);
  }
  return { live: [...live].sort(), ready: [...ready].sort(), slowestMs };
}

/** The memory of an instance, in MiB. */
export const memoryOf = ({ pid }: { pid: number | undefined }): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** How long no request may fail until the load counts as recovered, in milliseconds. */
const CALM_MS = 2_000;

/** Waits until the load is served without a failure. @returns the time from the call to the last failure, in milliseconds */
export async function untilServed(load: Load, limitMs = 300_000): Promise<number> {
  const from = performance.now();
  for (;;) {
    const last = Math.max(from, load.soFar.lastFailureAt);
    if (performance.now() - last > CALM_MS) return last - from;
    if (performance.now() - from > limitMs) throw new Error(`Requests still fail ${limitMs} ms after the fault`);
    await sleep(20);
  }
}

/** The middle one of some durations; of two, the longer one. */
export const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

/** The median and the maximum of durations, as text. */
export function timesOf(times: readonly number[]): string {
  const slowest = times.reduce((one, other) => Math.max(one, other), 0);
  return `median ${Math.round(medianOf(times))} ms, slowest ${Math.round(slowest)} ms`;
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
