// Clients that send or read slowly must not delay others. At full size: test/faults/slow-clients.faults.spec.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { MAIN, requireBuild } from '../../../test/support/cluster/instance.js';
import { createPlayer } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { LONG_TIMEOUTS } from '../../../test/support/long-timeouts.js';
import { readMetrics } from '../../../test/support/metrics.js';
import { freePort } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';
import { SLOW_CLIENTS, type SlowClientKind, SlowClients } from '../../../test/support/slow-clients.js';
import { until } from '../../../test/support/until.js';

const MAX_CONNECTIONS = 40;
const VICTIM = '127.0.0.2';

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startService({
    MAX_CONNECTIONS: String(MAX_CONNECTIONS),
    MAX_CONNECTIONS_PER_ADDRESS: '20',
  });
  ({ key } = await createPlayer(service, 'admin'));
});

afterAll(() => service.close());

/** A request with a valid key, from its own address and on its own connection. */
const ask = (url: string) =>
  send(url, 'GET', '/api/quizzes', { headers: { 'x-api-key': key }, localAddress: VICTIM, agent: false });

describe.each([1, 50])('slow clients at %d addresses', (addresses) => {
  it.each(Object.keys(SLOW_CLIENTS) as SlowClientKind[])('do not delay others: %s', async (kind) => {
    const before = await readMetrics(service.url);
    const clients = new SlowClients(service.url, kind, addresses);
    try {
      await clients.open(60);
      const statuses = new Set<number>();
      for (let round = 0; round < 25; round++) {
        await clients.open(4);
        statuses.add((await ask(service.url)).status);
      }
      expect([...statuses]).toEqual([200]);
      const metrics = await readMetrics(service.url);
      expect(metrics.get('quiz_connections')).toBeLessThanOrEqual(MAX_CONNECTIONS);
      const closed = `quiz_connections_closed_total{reason="${addresses === 1 ? 'address' : 'total'}"}`;
      expect(metrics.get(closed)).toBeGreaterThan(before.get(closed) ?? 0);
    } finally {
      clients.close();
    }
    await until(
      'the connections are gone',
      async () => ((await readMetrics(service.url)).get('quiz_connections') ?? 0) < 20,
    );
  });
});

describe('a process with few file descriptors', () => {
  /** Loading the service opens several hundred files concurrently. */
  const LIMIT = 1_024;
  let url: string;
  let child: ChildProcess;

  beforeAll(async () => {
    requireBuild();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = spawn('bash', ['-c', `ulimit -n ${LIMIT}; exec "$@"`, 'bash', process.execPath, MAIN], {
      env: {
        PATH: process.env.PATH,
        ...LONG_TIMEOUTS,
        DATABASE_URL: service.databaseUrl,
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const isReady = () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the service is ready', async () => (await isReady()) || { exitCode: child.exitCode });
  });

  afterAll(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
  });

  it('continues to serve if more clients connect', async () => {
    const clients = new SlowClients(url, 'silent connections', 50);
    try {
      for (let round = 0; round < 24; round++) {
        await clients.open(50);
        expect([round, (await ask(url)).status]).toEqual([round, 200]);
      }
      expect(readdirSync(`/proc/${child.pid}/fd`).length).toBeLessThan(LIMIT);
    } finally {
      clients.close();
    }
    await until('the connections are gone', async () => ((await readMetrics(url)).get('quiz_connections') ?? 0) < 10);
    expect((await ask(url)).status).toBe(200);
  });

  it('opens one file for a connection on which many are requested', async () => {
    const files = () => readdirSync(`/proc/${child.pid}/fd`).length;
    const before = files();
    const clients = new SlowClients(url, 'unread answers', 1);
    await clients.open(10);
    // Each requests ten files, of which the kernel buffers the first ones.
    for (let check = 0; check < 50; check++) {
      await ask(url);
      expect(files() - before).toBeLessThanOrEqual(2 * 10 + 5);
    }
    clients.close();
  });
});
