// Clients without a key that are slow to send or to read, at full size: `npm run test:faults -- slow-clients`.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SLOW_CLIENTS, type SlowClientKind, SlowClients } from '../support/slow-clients.js';
import { exchange } from './exchange.js';
import { extent } from './extent.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { memoryOf, timesOf } from './watch.js';

const CONNECTIONS = extent({ short: 300, soak: 2_500 });
const LENGTH_MS = extent({ short: 500, soak: 30_000 });
/** They stay longer, until the client with a key has sent so many requests beside all of them. */
const LEAST_REQUESTS = 10;
/** They are opened in so many steps of 20 ms. */
const STEPS = extent({ short: 10, soak: 50 });

/** In CI the machine may be busy: only a client that is kept out for good exceeds it. */
const IN_TIME_MS = extent({ short: 60_000, soak: 1_000 });
const MOST_MEMORY_MIB = 500;

const CASES = Object.keys(SLOW_CLIENTS).flatMap((kind) =>
  [1, 50].flatMap((addresses) =>
    ['one instance', 'the cluster'].map((at) => [kind as SlowClientKind, addresses, at] as const),
  ),
);

describeWithCluster('clients that are slow to send or to read', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite();
  });

  afterAll(() => site.cluster.stop());

  it.each(CASES)('%s from %d addresses do not keep others from %s', async (kind, addresses, at) => {
    const { cluster, admin, url: siteUrl } = site;
    const url = at === 'one instance' ? (cluster.instances[0]?.url ?? '') : siteUrl;
    const clients = new SlowClients(url, kind, addresses);
    const victim = new Victim(url, admin.key);
    try {
      for (let step = 0; step < STEPS; step++) await Promise.all([clients.open(CONNECTIONS / STEPS), sleep(20)]);
      const enough = victim.asked + LEAST_REQUESTS;
      await sleep(LENGTH_MS);
      while (victim.asked < enough) await sleep(20);
    } finally {
      await victim.stop();
      clients.close();
    }
    const memory = Math.max(...cluster.instances.map(memoryOf));
    const share = victim.served.filter((took) => took <= IN_TIME_MS).length / victim.asked;
    record({
      name: `${kind} from ${addresses} address${addresses === 1 ? '' : 'es'}, at ${at}`,
      done: `${CONNECTIONS} connections for ${LENGTH_MS / 1_000} s, and one client with a key from another address`,
      expected: `at least 99 % of its requests answered 200 within ${IN_TIME_MS / 1_000} s; below ${MOST_MEMORY_MIB} MiB`,
      measured: `${(100 * share).toFixed(1)} % of ${victim.asked} (${victim.failures()}), ${timesOf(victim.served)}; at most ${Math.round(memory)} MiB`,
    });
    expect(cluster.instances.map(({ isRunning }) => isRunning)).toEqual([true, true, true]);
    expect(share).toBeGreaterThanOrEqual(extent({ short: 0.9, soak: 0.99 }));
    expect(memory).toBeLessThan(MOST_MEMORY_MIB);
  });
});

/** A client that sends requests continually, with a key and from its own address. */
class Victim {
  /** Durations of the responses with 200, in milliseconds. */
  readonly served: number[] = [];
  asked = 0;
  private readonly failed: Record<string, number> = {};
  private readonly agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' });
  private isStopping = false;
  private readonly asking = this.ask();

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  failures(): string {
    return Object.keys(this.failed).length === 0 ? 'none failed' : JSON.stringify(this.failed);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.asking;
    this.agent.destroy();
  }

  private async ask(): Promise<void> {
    // By then the fields are set.
    await sleep(0);
    const headers = { 'x-api-key': this.key };
    while (!this.isStopping) {
      const from = performance.now();
      const { status, broken } = await exchange(this.url, {
        method: 'GET',
        path: '/api/quizzes',
        headers,
        agent: this.agent,
        timeoutMs: extent({ short: 120_000, soak: 10_000 }),
      });
      this.asked++;
      if (status === 200) this.served.push(performance.now() - from);
      else this.failed[broken ?? status] = (this.failed[broken ?? status] ?? 0) + 1;
      await sleep(20);
    }
  }
}
