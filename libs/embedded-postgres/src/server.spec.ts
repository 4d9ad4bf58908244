import childProcess, { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { launch, shutDown } from './server.js';

/** A signal ends its first call; the second one reports that the server has stopped. */
const pgCtl = (signal: string) => `#!/bin/sh
echo "$1" >> "$0.calls"
[ "$(wc -l < "$0.calls")" -gt 1 ] || kill -${signal} $$
`;

it.each(['INT', 'HUP'])('shutDown: waits for the end of the server even if SIG%s ends pg_ctl', async (signal) => {
  const folder = await fs.mkdtemp(join(tmpdir(), 'shut-down-'));
  const program = join(folder, 'pg_ctl');
  await fs.writeFile(program, pgCtl(signal), { mode: 0o755 });
  expect(await shutDown({ bin: folder, data: folder }, 1)).toBe(true);
  expect(await fs.readFile(`${program}.calls`, 'utf8')).toBe('stop\nstop\n');
  await fs.rm(folder, { recursive: true });
});

it('launch: notices a server that ends immediately', async () => {
  const home = await fs.mkdtemp(join(tmpdir(), 'launch-'));
  const child = Object.assign(new ChildProcess(), { pid: 1 });
  const spawn = jest.spyOn(childProcess, 'spawn').mockImplementation(() => {
    process.nextTick(() => child.emit('exit', 1, null));
    return child;
  });
  const launched = await launch({ bin: home, home, data: home } as Cluster);
  expect(launched?.exit).toMatch(/^It ended with exit code 1/);
  spawn.mockRestore();
  await fs.rm(home, { recursive: true });
});
