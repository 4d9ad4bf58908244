// A service that is stopped before it listens, as when a deployment is rolled back.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MAIN, requireBuild } from '../support/cluster/instance.js';
import { freePort } from '../support/redis.js';
import { START_LIMIT_MS } from './site.js';

let folder: string;
let service: ChildProcess | undefined;

beforeAll(() => {
  requireBuild();
  folder = mkdtempSync(join(tmpdir(), 'quiz-early-signals-'));
  // If root starts it, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
}, START_LIMIT_MS);

// If it did not stop.
afterEach(async () => {
  if (service?.exitCode === null && service.signalCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}, START_LIMIT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A module by which a process sends itself a signal once it logs something; another process could be late. */
const signalAt = (line: string, signal: NodeJS.Signals) =>
  `data:text/javascript,${encodeURIComponent(`const { stdout } = process, write = stdout.write.bind(stdout);
  stdout.write = (text, ...rest) => {
    if (String(text).includes(${JSON.stringify(line)})) process.kill(process.pid, ${JSON.stringify(signal)});
    return write(text, ...rest);
  };`)}`;

it.each([
  ['SIGTERM', 'Preparing an embedded PostgreSQL'],
  ['SIGINT', 'Embedded PostgreSQL started'],
  ['SIGTERM', 'Embedded PostgreSQL started'],
  ['SIGHUP', 'Embedded PostgreSQL started'],
] as const)(
  'after %s, sent once it logs "%s", the service stops what it has started',
  async (signal, line) => {
    // It has no requests to drain, so it does not wait for these.
    const env = {
      PATH: process.env.PATH,
      DATA_DIRECTORY: folder,
      PORT: String(await freePort()),
      DRAIN_SECONDS: '300',
    };
    const started = spawn(process.execPath, ['--import', signalAt(line, signal), MAIN], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = text(started.stdout);
    service = started;
    expect(await once(started, 'exit')).toEqual([0, null]);
    expect(await said).toContain(line);
    expect(await said).toMatch(/Embedded PostgreSQL stopped\n$/);
    expect(await said).not.toContain('Quiz service is ready');
    expect(existsSync(join(folder, 'postgres', 'data', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  },
  START_LIMIT_MS,
);
