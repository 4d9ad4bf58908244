// Thousands of malformed requests, and an oracle that knows the right answers to each.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import openApi from '../apps/api/openapi.json' with { type: 'json' };
import { submitAccepted } from './support/attempts.js';
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from './support/factories.js';
import { formProblem } from './support/malformed-answers.js';
import { answersIn, damagedMessages, say } from './support/malformed-bytes.js';
import { campaign, checkAll, PATH } from './support/malformed-campaign.js';
import { apiCallers, backoffice, backofficeCallers, fill, publicApi, type Real } from './support/malformed-surfaces.js';
import { malformedRequests } from './support/malformed.js';
import { stopNotingSecrets } from './support/run-log.js';
import type { OpenApiDocument } from './support/openapi/document.js';
import { type Service, startService } from './support/service.js';

let service: Service;
let admin: Player;
let player: Player;
let real: Real;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_REQUESTS: '2147483647' });
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
  const spare = await createPlayer(service);
  const played = await createQuiz(admin, quizBody(2, { maxAttempts: 1_000_000 }));
  const attempt = attemptAt(played, 1);
  real = {
    played: played.id,
    edited: (await createQuiz(admin)).id,
    doomed: (await createQuiz(admin)).id,
    ...attempt.answers[0],
    attemptId: (await submitAccepted(player, played.id, attempt)).attemptId,
    userId: spare.userId,
    keyId: spare.keyId,
    admin: admin.key,
    player: player.key,
    viewer: (await createPlayer(service, 'viewer')).key,
    cookie: service.backoffice.cookie,
    csrfToken: service.backoffice.csrfToken,
  };
  stopNotingSecrets();
});

afterAll(() => service.close());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapSize(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const MEBIBYTE = 1024 * 1024;

/** Watches what work does to the process, which the service shares with this test, and notes it. */
async function watched(name: string, work: () => Promise<number>): Promise<void> {
  const before = heapSize();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const from = performance.now();
  const count = await work();
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  delay.disable();
  const grown = (heapSize() - before) / MEBIBYTE;
  const longest = (delay.max / 1e6).toFixed(0);
  process.stderr.write(
    `${name}: ${count} in ${seconds} s, event loop held for ${longest} ms at most, heap grown by ${grown.toFixed(0)} MiB\n`,
  );
  expect(grown).toBeLessThan(50);
}

const total = (statuses: Map<number, number>) => [...statuses.values()].reduce((sum, count) => sum + count, 0);

const LONG = 600_000;

it(
  'answers 10,000 malformed requests to the public API rightly',
  async () => {
    const document = openApi as OpenApiDocument;
    const requests = malformedRequests({ document, callers: apiCallers });
    const send = (runs: number) => campaign({ url: service.url, surface: publicApi(document), real, requests, runs });
    // What is kept for ever, such as caches, is made by the first.
    let count = total(await send(2_000));
    await watched('requests to the public API', async () => {
      const statuses = await send(8_000);
      const usual = [200, 201, 400, 401, 403, 404, 405, 412, 413, 415, 431];
      if (PATH === undefined) expect([...statuses.keys()]).toEqual(expect.arrayContaining(usual));
      count += total(statuses);
      return total(statuses);
    });
    if (PATH === undefined) expect(count).toBeGreaterThanOrEqual(10_000);
  },
  LONG,
);

it(
  "answers malformed requests to the backoffice's interface rightly",
  async () => {
    const document = await service.backoffice.call<OpenApiDocument>('GET', '/openapi.json');
    // Signing out would end the session that the others need.
    const without = ['DELETE /session', 'DELETE /sessions'];
    const requests = malformedRequests({ document, callers: backofficeCallers, without });
    const send = (runs: number) => campaign({ url: service.url, surface: backoffice(document), real, requests, runs });
    await send(500);
    await watched('requests to the backoffice', async () => {
      const statuses = await send(2_000);
      const usual = [200, 201, 204, 400, 401, 403, 404, 405, 412, 413, 415, 429];
      if (PATH === undefined) expect([...statuses.keys()]).toEqual(expect.arrayContaining(usual));
      return total(statuses);
    });
  },
  LONG,
);

it(
  'answers damaged bytes in HTTP and in the form of every error, or not at all',
  () =>
    watched('damaged messages', async () => {
      let count = 0;
      await checkAll(damagedMessages, 1_500, async (message) => {
        for (const answer of answersIn(await say(service.url, fill(message, real)))) {
          const problem = formProblem('GET', answer, false);
          if (problem !== undefined) throw new Error(`${problem}: ${answer.status} ${answer.text.slice(0, 500)}`);
        }
        count++;
      });
      return count;
    }),
  LONG,
);

it('works as before after all that', async () => {
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  const quiz = await createQuiz(admin, quizBody(2));
  const path = { id: quiz.id };
  expect((await player.api.GET('/quizzes/{id}', { params: { path } })).data).toEqual(quiz);
  const result = await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
  expect(result).toMatchObject({ correctCount: 2, passed: true });
  const { data } = await player.api.GET('/quizzes/{id}/leaderboard', { params: { path } });
  expect(data?.leaderboard).toMatchObject([{ rank: 1, userId: player.userId, correctCount: 2 }]);
  expect((await admin.api.DELETE('/quizzes/{id}', { params: { path } })).response.status).toBe(200);
});
