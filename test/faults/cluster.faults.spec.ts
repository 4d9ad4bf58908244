// The cluster itself leaves nothing behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { descendantsOf, isAlive } from '../support/cluster/processes.js';
import { until } from '../support/until.js';
import { describeWithCluster } from './site.js';

const RUN = fileURLToPath(new URL('../support/cluster/run.js', import.meta.url));

describeWithCluster('npm run cluster', () => {
  const start = () => spawn(process.execPath, [RUN], { stdio: ['ignore', 'pipe', 'inherit'] });

  it.each([
    ['0', 'PORT must be a whole number from 1 to 65535\n'],
    ['http', 'PORT must be a whole number from 1 to 65535\n'],
    [undefined, /^nginx cannot listen on port \d+, another program does/],
  ])('explains an invalid or used PORT=%s before it starts anything', async (port, said) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const taken = String((other.address() as AddressInfo).port);
    const env = { ...process.env, PORT: port ?? taken };
    const cluster = spawn(process.execPath, [RUN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const outputs = Promise.all([text(cluster.stdout), text(cluster.stderr)]);
    expect(await once(cluster, 'exit')).toEqual([1, null]);
    expect(await outputs).toEqual(['', typeof said === 'string' ? said : expect.stringMatching(said)]);
    other.close();
  });

  async function expectNothingLeft(processes: number[], folder: string): Promise<void> {
    await until('all processes are gone', () => Promise.resolve(!processes.some(isAlive)));
    await until('its folder is gone', () => Promise.resolve(!existsSync(folder)));
  }

  it('leaves no process and no file behind when it is killed', async () => {
    const cluster = start();
    let output = '';
    cluster.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    await until('the cluster is ready', () => Promise.resolve(output.includes('Logs') || output));
    const folder = /Logs +(\S+)\/logs/.exec(output)?.[1] ?? '';
    const url = /API +(\S+)/.exec(output)?.[1] ?? '';
    expect((await fetch(`${url}/quizzes`)).status).toBe(401);
    expect(existsSync(folder)).toBe(true);
    const processes = descendantsOf(cluster.pid ?? 0);
    expect(processes.length).toBeGreaterThan(6);
    cluster.kill('SIGKILL');
    await expectNothingLeft(processes, folder);
  });

  it('leaves nothing behind when it is stopped during its start', async () => {
    const cluster = start();
    const commands = () => descendantsOf(cluster.pid ?? 0).map((pid) => commandOf(pid).split('\0'));
    const findFolder = () =>
      commands()
        .flat()
        .find((argument) => /quiz-cluster-\w+\/postgres$/.test(argument));
    await until('PostgreSQL is running', () => Promise.resolve(findFolder() !== undefined));
    const folder = dirname(findFolder() ?? '');
    const processes = descendantsOf(cluster.pid ?? 0);
    const ended = once(cluster, 'exit');
    cluster.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expectNothingLeft(processes, folder);
  });

  it('reports in one line which programs are missing', async () => {
    const cluster = spawn(process.execPath, [RUN], { env: { PATH: '/nowhere' }, stdio: ['ignore', 'ignore', 'pipe'] });
    const [said, [code]] = await Promise.all([text(cluster.stderr), once(cluster, 'exit') as Promise<[number]>]);
    expect(code).toBe(1);
    expect(said).toMatch(/^Missing: .*redis-server.*apt-get install --no-install-recommends .*redis-server.*\n$/);
  });
});

/** The command line of a process; empty if it has ended in the meantime. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return '';
  }
}
