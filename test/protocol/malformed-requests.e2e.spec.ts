// Hundreds of malformed requests, and an oracle with the correct responses. Many more: faults/malformed.faults.spec.ts.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hashCheaply } from '../support/cheap-passwords.js';
import { PATH, type Statuses } from '../support/malformed-campaign.js';
import { MalformedTarget } from '../support/malformed-target.js';
import { stopNotingSecrets } from '../support/run-log.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let target: MalformedTarget;

hashCheaply();

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_REQUESTS: '2147483647' });
  target = await MalformedTarget.create(service);
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

/** The heap may grow by so much while requests are sent, in MiB: some kilobytes per request. */
const GROWTH_LIMIT = 15;

/** Measures event loop and heap of the process, which the service shares with this test, during the requests. */
async function watched(name: string, count: number, sending: (count: number) => Promise<Statuses>): Promise<number[]> {
  const before = heapSize();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const from = performance.now();
  const statuses = await sending(count);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  delay.disable();
  const grown = (heapSize() - before) / MEBIBYTE;
  const longest = (delay.max / 1e6).toFixed(0);
  process.stderr.write(
    `${name}: ${count} in ${seconds} s, event loop held for ${longest} ms at most, heap grown by ${grown.toFixed(0)} MiB\n`,
  );
  expect(grown).toBeLessThan(GROWTH_LIMIT);
  return [...statuses.keys()];
}

const LONG = 600_000;

it(
  'hundreds of malformed requests to the public API get correct responses',
  async () => {
    // The first requests fill caches, which stay.
    await target.callApi(150);
    const statuses = await watched('requests to the public API', 400, (count) => target.callApi(count));
    const usual = [200, 201, 400, 401, 403, 404, 405, 412, 413, 415, 431];
    if (PATH === undefined) expect(statuses).toEqual(expect.arrayContaining(usual));
  },
  LONG,
);

it(
  "malformed requests to the backoffice's interface get correct responses",
  async () => {
    await target.callBackoffice(200);
    const statuses = await watched('requests to the backoffice', 200, (count) => target.callBackoffice(count));
    const usual = [200, 201, 204, 400, 401, 403, 404, 405, 413, 415, 429];
    if (PATH === undefined) expect(statuses).toEqual(expect.arrayContaining(usual));
  },
  LONG,
);

it(
  'damaged bytes get an HTTP response in the form of every error, or none',
  async () => {
    const statuses = await watched('damaged messages', 200, (count) => target.sendDamaged(count));
    if (PATH === undefined) expect(statuses).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
  },
  LONG,
);

it('the service still works after malformed requests', () => target.expectServing());
