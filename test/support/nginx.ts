import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Nginx } from './cluster/nginx.js';
import { freePorts } from './cluster/programs.js';

/** nginx with the shipped configuration, in its own temporary folder. */
export interface TestNginx {
  nginx: Nginx;
  close(): Promise<void>;
}

/** @param instances addresses of the instances behind it */
export async function startNginx(...instances: string[]): Promise<TestNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'quiz-nginx-'));
  // Its workers run as another user.
  await chmod(folder, 0o755);
  const [port = 0] = await freePorts(1);
  const ports = instances.map((url) => Number(new URL(url).port));
  const nginx = new Nginx(folder, port, ports, { log: join(folder, 'nginx.log'), tellGuard: () => undefined });
  await nginx.start();
  return {
    nginx,
    close: async () => {
      await nginx.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
