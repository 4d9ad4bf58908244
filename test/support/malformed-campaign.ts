// Sends generated requests, many at the same time, and compares every answer with the oracle's.
import { Agent } from 'node:http';
import fc from 'fast-check';
import { type Answer, send } from './http.js';
import { formProblem } from './malformed-answers.js';
import { fits, isInside, judge, LONG_HEAD, type MalformedRequest, type Surface } from './malformed-oracle.js';
import { fill, type Real } from './malformed-surfaces.js';

/**
 * FUZZ_SEED=n tries other requests. With the seed and the path of a report, FUZZ_SEED=… FUZZ_PATH=… and the test's name (`-t`)
 * make its request again.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
export const PATH = process.env.FUZZ_PATH;

/** Requests under way at the same time: each sequence has a seed and a connection of its own. */
const SEQUENCES = PATH === undefined ? 16 : 1;

let started = 0;

/** Time in which every request must be answered, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Checks many generated values, each with an agent that keeps one connection. */
export async function checkAll<Value>(
  values: fc.Arbitrary<Value>,
  runs: number,
  check: (value: Value, agent: Agent) => Promise<void>,
): Promise<void> {
  const sequences = Array.from({ length: SEQUENCES }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const property = fc.asyncProperty(values, (value) => check(value, agent));
    const numRuns = Math.ceil(runs / SEQUENCES);
    await fc.assert(property, { seed: SEED + started++, path: PATH, numRuns, timeout: TIMEOUT_MS }).finally(() => {
      agent.destroy();
    });
  });
  const failed = (await Promise.allSettled(sequences)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

export interface Campaign {
  url: string;
  surface: Surface;
  real: Real;
  requests: fc.Arbitrary<MalformedRequest>;
  runs: number;
}

/** Sends malformed requests and checks every answer. @returns how many answers had each status */
export async function campaign({ requests, runs, ...target }: Campaign): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  await checkAll(requests, runs, async (request, agent) => {
    const status = await check(target, request, agent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  return statuses;
}

type Target = Pick<Campaign, 'url' | 'surface' | 'real'>;

async function check({ url, surface, real }: Target, request: MalformedRequest, agent: Agent): Promise<number> {
  const { method, target, body } = request;
  const headers = JSON.parse(fill(JSON.stringify(request.headers), real)) as MalformedRequest['headers'];
  const filled = body && Buffer.from(fill(body.toString('latin1'), real), 'latin1');
  const outcomes = judge(surface, request);
  let answer: Answer;
  try {
    answer = await send(url, method, fill(target, real), { headers, agent, ...(filled && { body: filled }) });
  } catch (error) {
    // A head that is too large is refused while it is read, in a way that not every client takes.
    if (outcomes.includes(LONG_HEAD)) return LONG_HEAD.status;
    throw error;
  }
  const { status, text } = answer;
  const isLimited = surface.isLimited && isInside(surface, request) && status !== LONG_HEAD.status;
  const outcome = outcomes.find((one) => fits(request, answer, one));
  const wrong = outcome === undefined ? 'this answer is not right' : undefined;
  const problem = formProblem(method, answer, isLimited, outcome?.type) ?? wrong;
  if (problem === undefined) return status;
  throw new Error(`${problem}: ${status} ${cut(text)}\nRight would be one of ${cut(JSON.stringify(outcomes))}`);
}

const cut = (text: string) => text.slice(0, 500);
