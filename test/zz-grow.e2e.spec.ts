// Thousands of malformed requests, and an oracle that knows the right answers to each.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import openApi from '../apps/api/openapi.json' with { type: 'json' };
import { submitAccepted } from './support/attempts.js';
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from './support/factories.js';
import { formProblem } from './support/malformed-answers.js';
import { answersIn, damagedMessages, say } from './support/malformed-bytes.js';
import { campaign, checkAll, PATH } from './support/zz-campaign.js';
import { apiCallers, backoffice, backofficeCallers, fill, publicApi, type Real } from './support/malformed-surfaces.js';
import { malformedRequests } from './support/malformed.js';
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
  expect(grown).toBeLessThan(100);
}

const total = (statuses: Map<number, number>) => [...statuses.values()].reduce((sum, count) => sum + count, 0);

const LONG = 180_000;


it('grows', async () => {
      const document = openApi as OpenApiDocument;
      const requests = malformedRequests({ document, callers: apiCallers });
      const h = [heapSize()];
      for (let k = 0; k < 5; k++) {
      const statuses = await campaign({ url: service.url, surface: publicApi(document), real, requests, runs: 4_000, seed: 100000 * k + 7 } as never);
      h.push(heapSize());
      process.stderr.write(`grow ${h.map((x) => (x / MEBIBYTE).toFixed(0)).join(' ')} rss ${process.memoryUsage().rss / MEBIBYTE} ${total(statuses)}\n`);
      }
}, 400000);
