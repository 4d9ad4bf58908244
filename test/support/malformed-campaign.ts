// Sends generated requests, many at the same time, and compares every answer with the oracle's.
import { Agent } from 'node:http';
import fc from 'fast-check';
import { type Answer, send } from './http.js';
import { formProblem } from './malformed-answers.js';
import { fits, isInside, judge, LONG_HEAD, type MalformedRequest, type Surface } from './malformed-oracle.js';
import { fill, type Real } from './malformed-placeholders.js';

/**
 * FUZZ_SEED=n tries other requests. With the seed and the path of a report, FUZZ_SEED=… FUZZ_PATH=… and the test's name (`-t`)
 * make its request again.
 */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);
export const PATH = process.env.FUZZ_PATH;

/** Concurrent sequences of requests, each with its own seed and connection. */
const SEQUENCES = PATH === undefined ? 16 : 1;

/** More than the sequences of a run, so that two runs have none in common. */
const SEEDS_APART = 1_000;

let started = 0;

/** Time in which every request must be answered, in milliseconds. */
const TIMEOUT_MS = 120_000;

/** Where the requests of a sequence go: to one instance, over an agent that keeps one connection. */
export interface Place {
  url: string;
  agent: Agent;
}

/** Checks many generated values, in turn at each of the instances. */
export async function checkAll<Value>(
  urls: readonly string[],
  values: fc.Arbitrary<Value>,
  runs: number,
  check: (value: Value, place: Place) => Promise<void>,
): Promise<void> {
  const sequences = Array.from({ length: SEQUENCES }, async (_, index) => {
    const place = { url: urls[index % urls.length] ?? '', agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
    const property = fc.asyncProperty(values, (value) => check(value, place));
    const numRuns = Math.ceil(runs / SEQUENCES);
    const seed = PATH === undefined ? SEED * SEEDS_APART + started++ : SEED;
    await fc.assert(property, { seed, path: PATH, numRuns, plugins: [fc.timeout(TIMEOUT_MS)] }).finally(() => {
      place.agent.destroy();
    });
  });
  const failed = (await Promise.allSettled(sequences)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** How many answers had each status. */
export type Statuses = Map<number, number>;

export function countStatus(statuses: Statuses, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

export interface Campaign {
  urls: readonly string[];
  surface: Surface;
  real: Real;
  requests: fc.Arbitrary<MalformedRequest>;
  runs: number;
}

/** Sends malformed requests and checks every answer. */
export async function campaign({ urls, requests, runs, ...oracle }: Campaign): Promise<Statuses> {
  const statuses: Statuses = new Map();
  await checkAll(urls, requests, runs, async (request, place) => {
    countStatus(statuses, await check(oracle, request, place));
  });
  return statuses;
}

async function check(
  { surface, real }: Pick<Campaign, 'surface' | 'real'>,
  request: MalformedRequest,
  { url, agent }: Place,
): Promise<number> {
  const { method, target, body } = request;
  const headers = JSON.parse(fill(JSON.stringify(request.headers), real)) as MalformedRequest['headers'];
  const filled = body && Buffer.from(fill(body.toString('latin1'), real), 'latin1');
  const outcomes = judge(surface, request);
  let answer: Answer;
  try {
    answer = await send(url, method, fill(target, real), { headers, agent, ...(filled && { body: filled }) });
  } catch (error) {
    // A head that is too large is rejected while it is read, and not every client can read that response.
    if (outcomes.includes(LONG_HEAD)) return LONG_HEAD.status;
    throw error;
  }
  const { status, text } = answer;
  const isLimited = surface.isLimited && isInside(surface, request);
  const outcome = outcomes.find((one) => fits(request, answer, one));
  const wrong = outcome === undefined ? 'this answer is not right' : undefined;
  const problem = formProblem(method, answer, isLimited, outcome?.type) ?? wrong;
  if (problem === undefined) return status;
  throw new Error(`${problem}: ${status} ${cut(text)}\nRight would be one of ${cut(JSON.stringify(outcomes))}`);
}

const cut = (text: string) => text.slice(0, 500);
