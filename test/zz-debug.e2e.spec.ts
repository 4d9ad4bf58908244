// Thousands of malformed requests, and an oracle that knows the right answer to each. FUZZ_SEED=n runs other ones; where a
// request fails, the report has the seed and the path that make it again: FUZZ_SEED=… FUZZ_PATH=… .
import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import openApi from '../apps/api/openapi.json' with { type: 'json' };
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from './support/factories.js';
import { send } from './support/http.js';
import { formProblem } from './support/malformed-answers.js';
import { malformedRequests } from './support/malformed.js';
import { fits, isInside, judge, type MalformedRequest, type Surface } from './support/malformed-oracle.js';
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
const SEQUENCES = Number(process.env.N ?? 16);

const api = openApi as OpenApiDocument;
const agent = new Agent({ keepAlive: true, maxSockets: SEQUENCES });

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
  agent.destroy();
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
  const sequences = Array.from({ length: SEQUENCES }, (_, i) => { const index = i + Number(process.env.FROM ?? 0);
    const own = new Agent({ keepAlive: true, maxSockets: 1 });
    const history: string[] = [];
    const property = fc.asyncProperty(requests, async (request) => {
      history.push(fc.stringify(request));
      const t = setTimeout(() => process.stderr.write('HANG ' + index + '\n' + history.slice(-4).join('\n').slice(0, 3000) + '\n'), 5000);
      let status = 0;
      try { status = await check(surface, request, process.env.OWN ? own : agent);
      history.push(String(status)); } finally { clearTimeout(t); }
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    return fc.assert(property, { seed: SEED + index, path: PATH, numRuns: Math.ceil(runs / SEQUENCES), timeout: 20_000 });
  });
  const failed = (await Promise.allSettled(sequences)).find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return statuses;
}

async function check(surface: Surface, request: MalformedRequest, agent: Agent): Promise<number> {
  const { method, target, headers, body } = request;
  const filled = JSON.parse(fill(JSON.stringify(headers), real)) as typeof headers;
  const options = { headers: filled, body: body && Buffer.from(fill(body.toString('latin1'), real), 'latin1'), agent };
  const answer = await send(service.url, method, fill(target, real), options);
  const outcomes = judge(surface, request);
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


import net from 'node:net';
it('replays', async () => {
  const requests = malformedRequests({ document: api, callers: apiCallers });
  const all = fc.sample(requests, { seed: 3004, numRuns: 297 });
  const own = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const from of [295, 290]) for (const url of [service.url]) {
    for (const request of all.slice(from, 297)) {
      const { method, target, headers, body } = request;
      const filled = JSON.parse(fill(JSON.stringify(headers), real)) as typeof headers;
      const options = { headers: filled, body: body && Buffer.from(fill(body.toString('latin1'), real), 'latin1'), agent: own };
      let out: unknown;
      const t0 = Date.now();
      out = await Promise.race([send(url, method, fill(target, real), options).then((a) => a.status, (e: unknown) => String(e)), new Promise((r) => setTimeout(() => r('HANG'), 3000))]);
      process.stderr.write(`${from} ${Date.now() - t0} ${method} ${target.slice(0, 100)} ${JSON.stringify(headers).slice(0, 200)} ${body?.length} ${String(out)} sockets ${Object.values(own.sockets).flat().length} free ${Object.values(own.freeSockets).flat().map((x) => x?.destroyed)}\n`);
      if (out === 'HANG') break;
    }
  }
}, 100000);
