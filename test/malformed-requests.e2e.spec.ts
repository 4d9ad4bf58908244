// Thousands of malformed requests, and an oracle that knows the right answer to each. FUZZ_SEED=n runs other ones; where a
// request fails, the report has the seed and the path that make it again: FUZZ_SEED=… FUZZ_PATH=… .
import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import openApi from '../apps/api/openapi.json' with { type: 'json' };
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from './support/factories.js';
import { type Answer, send } from './support/http.js';
import { formProblem } from './support/malformed-answers.js';
import { malformedRequests } from './support/malformed.js';
import { fits, isInside, judge, LONG_HEAD, type MalformedRequest, type Surface } from './support/malformed-oracle.js';
import {
  apiCallers,
  backoffice,
  backofficeCallers,
  fill,
  PLACEHOLDERS,
  publicApi,
  type Real,
} from './support/malformed-surfaces.js';
import type { OpenApiDocument } from './support/openapi/document.js';
import { type Service, startService } from './support/service.js';

const SEED = Number(process.env.FUZZ_SEED ?? 1);
const PATH = process.env.FUZZ_PATH;
/** Requests under way at the same time, each sequence with a seed of its own. */
const SEQUENCES = PATH === undefined ? 16 : 1;

const api = openApi as OpenApiDocument;

let service: Service;
let admin: Player;
let real: Real;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_REQUESTS: '2147483647' });
  admin = await createPlayer(service, 'admin');
  const [player, viewer, spare] = [
    await createPlayer(service),
    await createPlayer(service, 'viewer'),
    await createPlayer(service),
  ];
  const [played, edited, doomed] = [
    await createQuiz(admin, quizBody(2, { maxAttempts: 1_000_000 })),
    await createQuiz(admin),
    await createQuiz(admin),
  ];
  const body = attemptAt(played, 1);
  const { data } = await player.api.POST('/quizzes/{id}/attempts', { params: { path: { id: played.id } }, body });
  real = {
    played: played.id,
    edited: edited.id,
    doomed: doomed.id,
    ...body.answers[0],
    ...(data && { attemptId: data.attemptId }),
    userId: spare.userId,
    keyId: spare.keyId,
    admin: admin.key,
    player: player.key,
    viewer: viewer.key,
    cookie: service.backoffice.cookie,
    csrfToken: service.backoffice.csrfToken,
  };
});

afterAll(async () => {
  await service.close();
});

interface Campaign {
  surface: Surface;
  requests: fc.Arbitrary<MalformedRequest>;
  runs: number;
}

/** Sends generated requests and checks every answer. @returns how many answers had each status */
async function campaign({ surface, requests, runs }: Campaign): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const sequences = Array.from({ length: SEQUENCES }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const property = fc.asyncProperty(requests, async (request) => {
      const status = await check(surface, request, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    await fc.assert(property, { seed: SEED + index, path: PATH, numRuns: Math.ceil(runs / SEQUENCES), timeout: 20_000 });
    agent.destroy();
  });
  const failed = (await Promise.allSettled(sequences)).find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return statuses;
}

async function check(surface: Surface, request: MalformedRequest, agent: Agent): Promise<number> {
  const { method, target, headers, body } = request;
  const filled = JSON.parse(fill(JSON.stringify(headers), real)) as typeof headers;
  const options = { headers: filled, body: body && Buffer.from(fill(body.toString('latin1'), real), 'latin1'), agent };
  const outcomes = judge(surface, request);
  let answer: Answer;
  try {
    answer = await send(service.url, method, fill(target, real), options);
  } catch (error) {
    // A head that is too large is refused while it is read, in a way that not every client takes.
    if (outcomes.includes(LONG_HEAD)) return LONG_HEAD.status;
    throw error;
  }
  const isLimited = surface.isLimited && isInside(surface, request) && answer.status !== 431;
  const problem =
    formProblem(method, answer, isLimited) ??
    (outcomes.some((outcome) => fits(request, answer, outcome)) ? undefined : 'not an answer that is right');
  if (problem !== undefined) {
    const { status, text } = answer;
    throw new Error(`${problem}: ${status} ${text.slice(0, 500)}\nRight would be ${JSON.stringify(outcomes).slice(0, 500)}`);
  }
  return answer.status;
}

const total = (statuses: Map<number, number>) => [...statuses.values()].reduce((sum, count) => sum + count, 0);

describe('the public API', () => {
  it('has the right answer to 10,000 malformed requests', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const requests = malformedRequests({ document: api, callers: apiCallers });
    const statuses = await campaign({ surface: publicApi(api), requests, runs: 10_000 });
    delay.disable();
    process.stderr.write(JSON.stringify([...statuses].sort()) + ` ${(delay.max / 1e6).toFixed(0)} ms\n`);
    if (PATH === undefined) {
      expect(total(statuses)).toBeGreaterThanOrEqual(10_000);
      expect([...statuses.keys()]).toEqual(
        expect.arrayContaining([200, 201, 204, 304, 400, 401, 403, 404, 405, 412, 413, 415, 422, 431]),
      );
    }
  }, 180_000);
});
