// Starts what is measured, each in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts a program and waits until it answers. */
export async function startProgram(file, environment) {
  const port = await freePort();
  const child = spawn(process.execPath, [...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []), file], {
    env: { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    const isUp = await fetch(`${url}/api/quizzes`).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, stop: () => stopProgram(child) };
    await sleep(100);
  }
  throw new Error(`${file} does not answer on ${url}`);
}

async function stopProgram(child) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
