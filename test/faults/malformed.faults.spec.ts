// A hundred thousand malformed requests in the long extent; few in the short one, because malformed-requests.e2e.spec.ts sends more.
import { SEED, type Statuses } from '../support/malformed-campaign.js';
import { MalformedTarget } from '../support/malformed-target.js';
import { extent } from './extent.js';
import { record } from './results.js';
import { describeWithCluster, type Site, START_LIMIT_MS, startSite } from './site.js';
import { memoryOf, seconds } from './watch.js';

const API_CALLS = extent({ short: 160, soak: 60_000 });
const BACKOFFICE_CALLS = extent({ short: 80, soak: 20_000 });
const DAMAGED = extent({ short: 80, soak: 20_000 });

const LIMIT_MS = extent({ short: 120_000, soak: 3_600_000 });

/** An instance may use so much memory afterwards, in MiB. */
const MEMORY_LIMIT = 500;

describeWithCluster('malformed requests', () => {
  let site: Site;

  beforeAll(async () => {
    // Requests rejected for overload would not test malformed requests.
    const environment = { REQUEST_DEADLINE_MS: '60000', MAX_QUEUE_WAIT_MS: '50000' };
    site = await startSite({ players: 0, quizzes: 0, environment });
  }, START_LIMIT_MS);

  afterAll(() => site.cluster.stop(), START_LIMIT_MS);

  it(
    'get the responses of the oracle, and crash no instance',
    async () => {
      const { instances } = site.cluster;
      const from = performance.now();
      // Not through nginx, which would answer the worst of them itself.
      const urls = instances.map(({ url }) => url);
      const target = await MalformedTarget.create(site, urls);
      const counts = [
        await target.callApi(API_CALLS),
        await target.callBackoffice(BACKOFFICE_CALLS),
        await target.sendDamaged(DAMAGED),
      ];
      const took = performance.now() - from;
      const failed = counts.flatMap((statuses) => [...statuses]).filter(([status]) => status >= 500);
      const memory = Math.max(...instances.map(memoryOf));
      const crashed = instances.filter(({ isRunning }) => !isRunning);
      expect({ failed, crashed }).toEqual({ failed: [], crashed: [] });
      expect(memory).toBeLessThan(MEMORY_LIMIT);
      for (const instance of instances) expect(instance.readLog()).not.toMatch(/"level":[56]0/);
      await target.expectServing();
      record({
        name: 'malformed requests',
        done:
          `${API_CALLS + BACKOFFICE_CALLS + DAMAGED} at the three instances in turn (seed ${SEED}): ${API_CALLS} to the public API, ` +
          `${BACKOFFICE_CALLS} to the backoffice, ${DAMAGED} damaged messages as bytes`,
        expected: '0 answers of 5xx, 0 crashes, each answer as an oracle knows it, served as before after all that',
        measured:
          `${failed.length} of 5xx, ${crashed.length} crashes, each as the oracle knows it, served as before; ` +
          `${['API', 'backoffice', 'bytes'].map((name, index) => `${name} ${shown(counts[index])}`).join(', ')}; ` +
          `${seconds(took)}, at most ${Math.round(memory)} MiB`,
      });
    },
    LIMIT_MS,
  );
});

function shown(statuses: Statuses = new Map()): string {
  return JSON.stringify(Object.fromEntries(statuses));
}
