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
  const answers = (url: string) => ['Replica', `ok answers at ${new URL(url).host}`];

  it('is ok if it is a standby without lag', async () => {
    expect(await about(standby.url())).toEqual({
      exitCode: 0,
      lines: [
        answers(standby.url()),
        ['Replica source', 'ok is a standby of the database'],
        ['Replica lag', expect.stringMatching(/^ok \d\.\d s$/)],
      ],
    });
  });

  it('is a warning if it lags', async () => {
    await query(standby.url(), 'SELECT pg_wal_replay_pause()');
    await query(primary.url(), 'CREATE TABLE written_since ()');
    const { exitCode, lines } = await about(standby.url());
    await query(standby.url(), 'SELECT pg_wal_replay_resume()');
    expect([exitCode, lines[2]]).toEqual([
      0,
      ['Replica lag', expect.stringMatching(/^warning more than 2 s: exports are that old → check that /)],
    ]);
  });

  it('is a problem if it is the primary itself, or belongs to another server', async () => {
    // Its role has another time zone.
    const itself = await about(`${primary.url()}?options=-c%20timezone%3DAsia/Tokyo`);
    expect([itself.exitCode, itself.lines[1]]).toEqual([
      0,
      ['Replica source', expect.stringMatching(/^warning is the database itself.* → leave DATABASE_REPLICA_URL out, /)],
    ]);
    for (const other of [standby.url('other'), serverUrl()]) {
      const { exitCode, lines } = await about(other);
      expect([exitCode, lines.slice(1)]).toEqual([
        1,
        [['Replica source', expect.stringMatching(/^problem belongs to another database: .* → name a standby of /)]],
      ]);
    }
  });

  it('is a problem if the server or its database does not exist', async () => {
    const away = `postgres://quiz:${SECRET}@127.0.0.1:${await freePort()}/quiz`;
    expect(await about(away)).toEqual({
      exitCode: 1,
      lines: [
        [
          'Replica',
          `problem cannot be reached at ${new URL(away).host} (ECONNREFUSED) → until then exports are read from the primary: start the standby, or correct DATABASE_REPLICA_URL`,
        ],
      ],
    });
    expect(await about(standby.url(), away)).toEqual({ exitCode: 1, lines: [answers(standby.url())] });
  });

  it('is a warning if the role cannot read its state', async () => {
    await query(primary.url(), 'CREATE ROLE reader LOGIN');
    await query(primary.url(), 'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
    const url = new URL(primary.url());
    url.username = 'reader';
    const { lines } = await about(url.href);
    expect(lines[1]).toEqual(['Replica source', expect.stringMatching(/^warning .* GRANT EXECUTE ON FUNCTION /)]);
  });

  it('is a problem if it was promoted', async () => {
    await query(standby.url(), 'SELECT pg_promote()');
    const { exitCode, lines } = await about(standby.url());
    expect([exitCode, lines.slice(1)]).toEqual([
      1,
      [['Replica source', expect.stringMatching(/^problem has been promoted to a primary: /)]],
    ]);
  });
});
