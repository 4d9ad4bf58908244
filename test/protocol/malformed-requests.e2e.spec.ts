// Hundreds of malformed requests, and an oracle with the correct responses. Many more: faults/malformed.faults.spec.ts.
import { hashCheaply } from '../support/cheap-passwords.js';
import { PATH } from '../support/malformed-campaign.js';
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

const LONG = 600_000;

it(
  'hundreds of malformed requests to the public API get correct responses',
  async () => {
    const statuses = [...(await target.callApi(800)).keys()];
    const usual = [200, 201, 400, 401, 403, 404, 405, 412, 413, 415, 431];
    if (PATH === undefined) expect(statuses).toEqual(expect.arrayContaining(usual));
  },
  LONG,
);

it(
  "malformed requests to the backoffice's interface get correct responses",
  async () => {
    const statuses = [...(await target.callBackoffice(700)).keys()];
    const usual = [200, 201, 204, 400, 401, 403, 404, 405, 413, 415];
    if (PATH === undefined) expect(statuses).toEqual(expect.arrayContaining(usual));
  },
  LONG,
);

it(
  'damaged bytes get an HTTP response in the form of every error, or none',
  async () => {
    const statuses = [...(await target.sendDamaged(200)).keys()];
    // 201 is rare: it needs a body that is still correct.
    if (PATH === undefined) expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 404]));
  },
  LONG,
);

it('the service still works after malformed requests', () => target.expectServing());
