// @ts-check
// A process beside a cluster: if the process that started the cluster dies without stopping it, this one stops it. It
// reads lines `begin <pid>`, `end <pid>` and `folder <path>` from its input, and acts when the input ends.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { signalTree } from './processes.js';

const running = new Set();
let folder = '';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const [, what, value] = /^(\w+) (.*)$/.exec(line) ?? [];
  if (what === 'begin') running.add(Number(value));
  if (what === 'end') running.delete(Number(value));
  if (what === 'folder') folder = value ?? '';
}
for (const pid of running) signalTree(pid, 'SIGKILL');
if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
