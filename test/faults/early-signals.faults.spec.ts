// A service that is stopped before it listens, as when a deployment is rolled back.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MAIN, requireBuild } from '../support/cluster/instance.js';
import { isAlive } from '../support/cluster/processes.js';
import { isFree } from '../support/cluster/programs.js';
import { freePort } from '../support/redis.js';

let folder: string;
let service: ChildProcess | undefined;

beforeAll(() => {
  requireBuild();
  folder = mkdtempSync(join(tmpdir(), 'quiz-early-signals-'));
  // If root starts it, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
});

// If it did not stop.
afterEach(async () => {
  if (service?.exitCode === null && service.signalCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const toModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** A module by which a process sends itself a signal once it logs something; another process could be late. */
const signalAt = (line: string, signal: NodeJS.Signals) =>
  toModule(`const { stdout } = process, write = stdout.write.bind(stdout);
  stdout.write = (text, ...rest) => {
    if (String(text).includes(${JSON.stringify(line)})) process.kill(process.pid, ${JSON.stringify(signal)});
    return write(text, ...rest);
  };`);

/** A module for all processes of an instance with workers. It logs each worker. @param code that sends SIGTERM to the primary process */
const withWorkers = (code: string) =>
  toModule(`import cluster from 'node:cluster';
  cluster.on('fork', (worker) => console.log('A worker:', worker.process.pid));
  ${code}`);

/** @param event of the first worker */
const stopAt = (event: string) =>
  withWorkers(`cluster.once(${JSON.stringify(event)}, () => process.kill(process.pid, 'SIGTERM'));`);

const STOP_WHEN_HANDLED = withWorkers(`if (cluster.isWorker) process.on('newListener', (event) => {
    if (event === 'SIGTERM') setImmediate(() => process.kill(process.ppid, 'SIGTERM'));
  });`);

/** A service that has no requests to drain, and therefore does not wait for these. */
const start = async (module: string, environment: Record<string, string> = {}) => {
  const port = await freePort();
  const started = spawn(process.execPath, ['--import', module, MAIN], {
    env: { PATH: process.env.PATH, DATA_DIRECTORY: folder, PORT: String(port), DRAIN_SECONDS: '300', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  service = started;
  return { port, ended: once(started, 'exit'), said: text(started.stdout) };
};

function expectStoppedDatabase(said: string): void {
  expect(said).toMatch(/Embedded PostgreSQL stopped\n$/);
  expect(existsSync(join(folder, 'postgres', 'data', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
}

it.each([
  ['SIGHUP', 'Preparing an embedded PostgreSQL'],
  ['SIGINT', 'Embedded PostgreSQL started'],
] as const)('after %s, sent once it logs "%s", the service stops what it has started', async (signal, line) => {
  const { ended, said } = await start(signalAt(line, signal));
  expect(await ended).toEqual([0, null]);
  expect(await said).toContain(line);
  expect(await said).not.toContain('Quiz service is ready');
  expectStoppedDatabase(await said);
});

it.each([
  ['is forked', stopAt('fork')],
  ['runs', stopAt('online')],
  ['handles signals', STOP_WHEN_HANDLED],
])(
  'WORKERS=2: after SIGTERM, sent once the first worker %s, all processes end in order, and the port is free',
  async (_, module) => {
    const { port, ended, said } = await start(module, { WORKERS: '2' });
    // 1 would mean that they did not end in time.
    expect(await ended).toEqual([0, null]);
    const workers = [...(await said).matchAll(/A worker: (\d+)/g)].map(([, pid]) => Number(pid));
    expect(workers.length).toBeGreaterThanOrEqual(1);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(await isFree(port)).toBe(true);
    expectStoppedDatabase(await said);
  },
);
