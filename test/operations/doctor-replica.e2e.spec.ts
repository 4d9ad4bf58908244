import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { query, serverUrl } from '../support/database.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { examine, SECRET } from '../support/operations.js';
import {
  initialise,
  makeFolder,
  POSTGRES_PROGRAMS,
  type PostgresServer,
  runProgram,
  startServer,
} from '../support/postgres-server.js';
import { freePort } from '../support/redis.js';

describeWithPrograms('npm run doctor: the replica', POSTGRES_PROGRAMS, () => {
  let folder: string;
  let primary: PostgresServer;
  let standby: PostgresServer;

  beforeAll(async () => {
    folder = makeFolder();
    await initialise(join(folder, 'data'), join(folder, 'archive'));
    primary = await startServer(join(folder, 'data'), { fsync: 'on' });
    await query(primary.url('postgres'), 'CREATE DATABASE quiz');
    await query(primary.url('postgres'), 'CREATE DATABASE other');
    await runProgram(
      'pg_basebackup',
      '-D',
      join(folder, 'copy'),
      '-d',
      primary.url(),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    );
    standby = await startServer(join(folder, 'copy'), { hot_standby: 'on' });
  });

  afterAll(async () => {
    await standby.kill();
    await primary.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The findings about a replica, and the exit code. */
  const about = async (replica: string, database = primary.url()) => {
    const { exitCode, lines } = await examine({ DATABASE_URL: database, DATABASE_REPLICA_URL: replica });
    return { exitCode, lines: [...lines].filter(([subject]) => subject.startsWith('Replica')) };
  };
  it('is ok if it is a standby without lag', async () => {
    expect(await about(standby.url())).toEqual({
      exitCode: 0,
      lines: [
        ['Replica', 'ok is a standby of the database'],
        ['Replica lag', expect.stringMatching(/^ok \d\.\d s$/)],
      ],
    });
  });

  it('is a warning if it lags', async () => {
    await query(standby.url(), 'SELECT pg_wal_replay_pause()');
    await query(primary.url(), 'CREATE TABLE written_since ()');
    const { exitCode, lines } = await about(standby.url());
    await query(standby.url(), 'SELECT pg_wal_replay_resume()');
    expect([exitCode, lines[1]]).toEqual([
      0,
      ['Replica lag', expect.stringMatching(/^warning more than 2 s: exports are that old → check that /)],
    ]);
  });

  it('is a problem if it is the primary itself, belongs to another server, or was promoted', async () => {
    const problem = {
      exitCode: 1,
      lines: [['Replica', expect.stringMatching(/^problem is no standby of the database: /)]],
    };
    for (const other of [primary.url(), standby.url('other'), serverUrl()]) expect(await about(other)).toEqual(problem);
    await query(standby.url(), 'SELECT pg_promote()');
    expect(await about(standby.url())).toEqual(problem);
  });

  it('is a problem if the server does not exist', async () => {
    const away = `postgres://quiz:${SECRET}@127.0.0.1:${await freePort()}/quiz`;
    expect(await about(away)).toEqual({
      exitCode: 1,
      lines: [['Replica', expect.stringMatching(/^problem cannot be checked: .*ECONNREFUSED/)]],
    });
  });
});
