import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countStatuses, submit, submitAccepted } from '../support/attempts.js';
import { query, withClient } from '../support/database.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../support/factories.js';
import { Follower } from '../support/feed.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../support/leaderboards.js';
import { verify } from '../support/operations.js';
import {
  initialise,
  makeFolder,
  POSTGRES_PROGRAMS,
  type PostgresServer,
  runProgram,
  startServer,
} from '../support/postgres-server.js';
import { freePort } from '../support/redis.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';

const IDS = 'SELECT id FROM attempts ORDER BY id';

describeWithPrograms('backup and restore', POSTGRES_PROGRAMS, () => {
  /** The folder with the data of a service that each test begins with. */
  let template: string;
  let folder: string;
  let archive: string;
  let port: string;
  let server: PostgresServer;
  let service: Service;
  let admin: Player;
  let players: Player[];
  let quiz: Quiz;

  const start = () => startService({ DATABASE_URL: server.url(), PORT: port });

  beforeAll(async () => {
    template = makeFolder();
    port = String(await freePort());
    await initialise(join(template, 'data'), join(template, 'archive'));
    server = await startServer(join(template, 'data'), {});
    await query(server.url('postgres'), 'CREATE DATABASE quiz');
    service = await start();
    admin = await createPlayer(service, 'admin');
    players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
    quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 100_000 }));
    await service.close();
    await server.kill();
  });

  afterAll(() => rmSync(template, { recursive: true, force: true }));

  beforeEach(async () => {
    folder = makeFolder();
    archive = join(folder, 'archive');
    execFileSync('cp', ['-a', `${template}/.`, folder]);
    server = await startServer(join(folder, 'data'), {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    });
    service = await start();
  });

  afterEach(async () => {
    await service.close();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const submitSome = async (count: number) => {
    for (let number = 0; number < count; number++) {
      await Promise.all(
        players.map((by, index) => submitAccepted(by, quiz.id, attemptAt(quiz, (number + index) % 4, number))),
      );
    }
  };

  /** What readers of the feed had when the backup was made, and later. */
  interface Cursors {
    before: Follower;
    after: string;
  }

  /** A reader who has read everything. */
  async function follow(): Promise<Follower> {
    const follower = new Follower({ databaseUrl: server.url() }, admin, {});
    await follower.readAll();
    return follower;
  }

  const codeOf = async (api: Player['api'], cursor: string) =>
    (await api.GET('/attempts', { params: { query: { cursor } } })).response.headers.get('x-error-code');

  /** Expects that a new instance on a restored database shows data that fit its attempts, and accepts new ones. */
  async function expectGoodService(url: string, attempts: unknown[], { before, after }: Cursors): Promise<void> {
    expect(await verify(url)).toMatchObject({ exitCode: 0, differences: [] });
    expect(await query(url, IDS)).toEqual(attempts);
    const restored = await startService({ DATABASE_URL: url });
    try {
      const api = apiWith(restored.url, admin.key);
      const { quizzes, global } = await recomputeBoards(url);
      expect(await readGlobalBoard(api)).toEqual(global);
      expect(await readQuizBoard(api, quiz.id)).toEqual(quizzes.get(quiz.id));
      expect(await codeOf(api, after)).toBe('cursor_outdated');
      const follower = new Follower(restored, { api }, {});
      expect(await follower.readAll()).toHaveLength(attempts.length);
      while ((await before.read({ api })).length > 0);
      expect([...before.known.keys()].sort()).toEqual([...follower.known.keys()].sort());
      const player = { api: apiWith(restored.url, players[0]?.key ?? '') };
      const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
      expect(await follower.readAll()).toEqual([expect.objectContaining({ attemptId })]);
      expect(await query(url, IDS)).toHaveLength(attempts.length + 1);
    } finally {
      await restored.close();
    }
    expect(await verify(url)).toMatchObject({ exitCode: 0, differences: [] });
  }

  it('pg_dump: a dump made during submissions restores a consistent snapshot', async () => {
    await submitSome(5);
    const stop = new AbortController();
    const statuses: { status: number }[] = [];
    const submitting = players.map(async (by, index) => {
      for (let number = index; !stop.signal.aborted; number++)
        statuses.push(await submit(by, quiz.id, attemptAt(quiz, number % 4, number)));
    });
    const dump = join(folder, 'quiz.dump');
    const before = await follow();
    const attempts = await withClient(server.url(), async (client) => {
      // The snapshot of the dump, to compare with. Without it pg_dump takes its own.
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
      await until('attempts continue', () => Promise.resolve(statuses.length > 20));
      await runProgram('pg_dump', '--format=custom', `--snapshot=${rows[0]?.snapshot}`, `--file=${dump}`, server.url());
      return (await client.query<{ id: string }>(IDS)).rows;
    });
    stop.abort();
    await Promise.all(submitting);
    expect(countStatuses(statuses)).toEqual({ 201: statuses.length });
    expect((await query(server.url(), IDS)).length).toBeGreaterThan(attempts.length);
    const { cursor: after = '' } = await follow();

    await query(server.url('postgres'), 'CREATE DATABASE restored');
    await runProgram('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${server.url('restored')}`, dump);
    await expectGoodService(server.url('restored'), attempts, { before, after });
  });

  it('point-in-time recovery: a base backup and the archived WAL restore the database as before a disaster', async () => {
    await submitSome(3);
    const base = join(folder, 'base');
    await runProgram(
      'pg_basebackup',
      '-D',
      base,
      '-d',
      server.url('postgres'),
      '-X',
      'none',
      '-c',
      'fast',
      '--no-sync',
    );
    await submitSome(3);
    const before = await follow();
    await query(server.url(), `SELECT pg_create_restore_point('before the disaster')`);
    const attempts = await query(server.url(), IDS);
    await submitSome(3);
    const { cursor: after = '' } = await follow();
    await query(server.url(), 'DELETE FROM attempts');
    await query(server.url(), 'DROP TABLE quiz_standings, global_standings');
    const [last] = await query<{ wal: string }>(server.url(), 'SELECT pg_walfile_name(pg_switch_wal()) AS wal');
    await until('the WAL is archived', async () => {
      const [archiver] = await query<{ wal: string }>(
        server.url(),
        'SELECT last_archived_wal AS wal FROM pg_stat_archiver',
      );
      return (archiver?.wal ?? '') >= (last?.wal ?? '') || archiver;
    });
    expect(attempts).toHaveLength(4 * 6);

    writeFileSync(join(base, 'recovery.signal'), '');
    const recovered = await startServer(base, {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_name: 'before the disaster',
      recovery_target_action: 'promote',
    });
    try {
      await until('the recovery has ended', async () => {
        const [state] = await query<{ isOver: boolean }>(
          recovered.url('postgres'),
          'SELECT NOT pg_is_in_recovery() AS "isOver"',
        );
        return state?.isOver === true;
      });
      await expectGoodService(recovered.url(), attempts, { before, after });
    } finally {
      await recovered.kill();
    }
  });

  it('disk snapshot: readers of the feed continue, or begin again if they have read what the snapshot lacks', async () => {
    const port = { port: new URL(server.url()).port };
    const isBack = () => until('the service answers', async () => (await admin.api.GET('/me')).response.status === 200);
    const voidFirst = () =>
      service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, { reason: 'A test' });
    const { attemptId } = await submitAccepted(players[0] as Player, quiz.id, attemptAt(quiz, 1));
    const before = await follow();
    await server.kill();
    execFileSync('cp', ['-a', join(folder, 'data'), join(folder, 'snapshot')]);
    await startServer(join(folder, 'data'), port);
    await isBack();
    await submitSome(2);
    await voidFirst();
    const after = await follow();
    expect(after.known.size).toBe(9);

    await server.kill();
    server = await startServer(join(folder, 'snapshot'), port);
    await isBack();
    await submitSome(1);
    // The attempt that was read last changes again, at a later position.
    await query(
      server.url(),
      'DO $$ BEGIN FOR id IN 1..1000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$',
    );
    await voidFirst();
    await submitSome(1);
    expect((await before.readAll()).length).toBe(9);
    expect(before.known.size).toBe(9);
    expect(await codeOf(admin.api, after.cursor ?? '')).toBe('cursor_outdated');
  });
});
