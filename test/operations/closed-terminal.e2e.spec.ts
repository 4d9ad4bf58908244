import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { requireBuild } from '../support/cluster/instance.js';
import { freePort } from '../support/redis.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

beforeAll(() => requireBuild());

it('npm start: SIGHUP from a closed terminal stops the service, then the embedded PostgreSQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quiz-closed-terminal-'));
  // If root starts it, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const settings = { DATA_DIRECTORY: folder, HOST: '127.0.0.1', PORT: String(await freePort()) };
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    detached: true, // a process group of its own, as in a terminal
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The stream ends with the last process of the group.
  const problems = text(npm.stderr);
  for await (const line of createInterface(npm.stdout)) if (line.startsWith('Preparing')) break;
  // From here on writes fail, as to a closed terminal.
  npm.stdout.destroy();
  const isReady = () =>
    fetch(`http://127.0.0.1:${settings.PORT}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (npm.exitCode === null && !(await isReady())) await sleep(100);
  process.kill(-(npm.pid ?? 0), 'SIGHUP');
  expect(await problems).not.toContain('EPIPE');
  expect(await readdir(join(folder, 'postgres', 'data'))).not.toContain('postmaster.pid');
  await rm(folder, { recursive: true });
});
