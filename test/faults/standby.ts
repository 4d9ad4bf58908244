// A standby PostgreSQL that has all acknowledged transactions of the primary, and can replace it.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgres } from '../support/cluster/servers.js';
import { Part } from '../support/cluster/part.js';
import { accountOf, freePorts, program } from '../support/cluster/programs.js';
import { query } from '../support/database.js';
import { until } from '../support/until.js';

export interface Standby {
  part: Part;
  /** Kills the primary, and starts the standby at its address. */
  takeOver: () => Promise<void>;
}

/** Copies a running PostgreSQL. From then on it acknowledges only transactions that the copy has. */
export async function startStandby(primary: Postgres): Promise<Standby> {
  const { folder, log, tellGuard } = { ...primary.definition, folder: `${primary.definition.log}.standby` };
  const data = join(folder, 'data');
  const account = accountOf('postgres');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'quiz'];
  execFileSync(program('pg_basebackup'), [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], {
    ...account,
    cwd: '/',
  });
  let [port = 0] = await freePorts(1);
  const url = () => `postgres://quiz@127.0.0.1:${port}/postgres`;
  const part = new Part({
    name: 'standby',
    launch: () => ({
      command: program('postgres'),
      args: ['-D', data, '--listen_addresses=127.0.0.1', '--unix_socket_directories=', `--port=${port}`],
      ...account,
    }),
    isReady: () =>
      query(url(), 'SELECT 1').then(
        () => true,
        () => false,
      ),
    stopSignal: 'SIGINT',
    log: `${log}.standby.log`,
    tellGuard,
  });
  await part.start();
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`, [], 'postgres');
  await primary.query('SELECT pg_reload_conf()', [], 'postgres');
  await until('the standby is synchronous', async () => {
    const { rows } = await primary.query('SELECT sync_state FROM pg_stat_replication', [], 'postgres');
    return (rows as { sync_state: string }[])[0]?.sync_state === 'sync' || rows;
  });
  return {
    part,
    takeOver: async () => {
      await primary.kill();
      await query(url(), 'SELECT pg_promote()');
      await part.stop();
      port = primary.port;
      await part.start();
    },
  };
}
