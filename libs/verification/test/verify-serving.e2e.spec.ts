import { setTimeout as sleep } from 'node:timers/promises';
import { countStatuses, submit } from '../../../test/support/attempts.js';
import { createDatabase, query, withClient } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz, deleteQuiz, quizBody } from '../../../test/support/factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import {
  expectFarPages,
  fill,
  indexState,
  type LongBoard,
  quizStandings,
} from '../../../test/support/long-leaderboards.js';
import { verify } from '../../../test/support/operations.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import { countAttempts } from '../../../test/support/statistics.js';
import { until } from '../../../test/support/until.js';

let service: Service;
let second: Service;
let databaseUrl: string;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  ({ databaseUrl } = service);
});

afterAll(() => service.close());

/** Between the submissions of a player. */
const PAUSE_MS = 50;

/** Of a leaderboard that is long enough for an index. */
const ENTRIES = 2_100;

/** Attempts of a crowd at one quiz, with all data derived from them: so many that the quiz is deleted in the background. */
const CROWD = [
  `INSERT INTO attempts SELECT $1, gen_random_uuid(), md5('user' || n)::uuid, 1, '[[0, 0], [1, 1]]', 1, 2, 5000, false, 1000 + attempt, false,
    timestamptz '2026-01-01' + n * interval '1 second'
  FROM generate_series(1, 6000) AS n, generate_series(1, 2) AS attempt`,
  'INSERT INTO attempt_counts SELECT quiz_id, user_id, count(*) FROM attempts WHERE quiz_id = $1 GROUP BY quiz_id, user_id',
  `INSERT INTO quiz_standings SELECT quiz_id, user_id, 5000, min(total_time_ms), min(completed_at), 1, 2, count(*), sum(correct_count),
    sum(total_questions), sum(basis_points), sum(total_time_ms) FROM attempts WHERE quiz_id = $1 GROUP BY quiz_id, user_id`,
  `INSERT INTO global_standings SELECT user_id, attempts, sum_correct, sum_questions, sum_basis_points, sum_time_ms FROM quiz_standings
    WHERE quiz_id = $1`,
  `INSERT INTO sharded_counters VALUES ($1, 'attempts', 0, 12000), ($1, 'standings', 0, 6000)`,
  `INSERT INTO sharded_counters SELECT '00000000-0000-0000-0000-000000000000', 'ranked-users', 99, 6000 WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO attempts_to_count SELECT now(), gen_random_uuid(), array_agg(quiz_id), array_agg(id) FROM (
    SELECT quiz_id, id, (row_number() OVER () - 1) / 100 AS part FROM attempts WHERE quiz_id = $1) AS parted GROUP BY part`,
];

async function addCrowd(quizId: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    for (const statement of CROWD) await client.query(statement, [quizId]);
    await client.query('COMMIT');
  });
}

/** Changes rows behind the services' back, with the table locked first: submissions lock the same rows in another order. */
async function damage(table: string, change: string, values: unknown[]): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    await client.query(`UPDATE ${table} SET ${change}`, values);
    await client.query('COMMIT');
  });
}

const deletionsInProgress = async () =>
  (await query<{ count: number }>(databaseUrl, 'SELECT count(*)::integer FROM deferred_deletions'))[0]?.count ?? 0;

it('verify: reports nothing while two services submit, count, create and delete, and repairs lose nothing', async () => {
  const admin = await createPlayer(service, 'admin');
  const players = await Promise.all(
    Array.from({ length: 6 }, (_, index) => createPlayer(index % 2 === 0 ? service : second)),
  );
  const quizzes = [
    await createQuiz(admin, quizBody(3, { maxAttempts: 100_000 })),
    await createQuiz(admin, quizBody(2, { maxAttempts: 100_000 })),
  ];
  const large = await createQuiz(admin, quizBody(2, { title: 'Large' }));
  await addCrowd(large.id);
  const stop = new AbortController();
  const statuses: { status: number }[] = [];
  const submitting = players.map(async (player, index) => {
    for (let number = index; !stop.signal.aborted; number++) {
      const quiz = quizzes[number % 2] ?? large;
      statuses.push(await submit(player, quiz.id, attemptAt(quiz, number % 4, 1_000 + (number % 7))));
      await sleep(PAUSE_MS);
    }
  });
  const deleting = (async () => {
    while (!stop.signal.aborted) {
      const quiz = await createQuiz(admin, quizBody(3));
      for (const player of players.slice(0, 2)) await submit(player, quiz.id, attemptAt(quiz, 2));
      await deleteQuiz(admin, quiz.id);
      await sleep(PAUSE_MS);
    }
  })();
  const checkAndRepair = async () => {
    const found = [await verify(databaseUrl)];
    await deleteQuiz(admin, large.id);
    // While the large quiz leaves in the background, and after it has.
    const duringDeletion = await deletionsInProgress();
    found.push(await verify(databaseUrl));
    await until('each player has attempts at both quizzes', async () => {
      const [{ users } = { users: 0 }] = await query<{ users: number }>(
        databaseUrl,
        'SELECT count(*)::integer AS users FROM attempt_counts WHERE quiz_id = ANY ($1)',
        [quizzes.map(({ id }) => id)],
      );
      return users === 2 * players.length;
    });
    await damage('quiz_standings', 'missed_basis_points = 0, sum_time_ms = 1 WHERE quiz_id = $1', [quizzes[0]?.id]);
    const userIds = players.slice(0, 3).map(({ userId }) => userId);
    await damage('global_standings', 'correct = correct + 10, attempts = attempts + 1 WHERE user_id = ANY ($1)', [
      userIds,
    ]);
    await damage('attempt_counts', 'count = count + 5 WHERE quiz_id = $1', [quizzes[1]?.id]);
    return { found, duringDeletion, fixed: await verify(databaseUrl, '--fix') };
  };
  const { found, duringDeletion, fixed } = await checkAndRepair().finally(() => stop.abort());
  await Promise.all([...submitting, deleting]);

  expect(duringDeletion).toBeGreaterThan(0);
  expect(found.map(({ exitCode, differences }) => ({ exitCode, differences }))).toEqual(
    found.map(() => ({ exitCode: 0, differences: [] })),
  );
  expect(fixed).toMatchObject({ exitCode: 0, summary: expect.stringContaining('all repaired') as string });
  expect(fixed.differences.length).toBeGreaterThanOrEqual(15);
  expect(countStatuses(statuses)).toEqual({ 201: statuses.length });
  await until('the large quiz is gone', async () => (await deletionsInProgress()) === 0);
  await countAttempts(service);
  expect(await verify(databaseUrl)).toMatchObject({ exitCode: 0, differences: [] });
  const { quizzes: boards, global } = await recomputeBoards(databaseUrl);
  expect(await readGlobalBoard(admin.api)).toEqual(global);
  for (const { id } of quizzes) expect(await readQuizBoard(admin.api, id)).toEqual(boards.get(id));
  const [recorded] = await query<{ count: number }>(
    databaseUrl,
    'SELECT count(*)::integer FROM attempts WHERE quiz_id = ANY ($1)',
    [quizzes.map(({ id }) => id)],
  );
  expect(recorded?.count).toBe(statuses.length);
});

it('the index of a long leaderboard that differs is dropped, and rebuilt when it is needed; others stay correct', async () => {
  const admin = await createPlayer(service, 'admin');
  const damages: [statement: string, found: string][] = [
    [
      'UPDATE ranking_checkpoints SET entries = entries + 3 WHERE board = $1 AND entry_id = (SELECT entry_id FROM ranking_checkpoints WHERE board = $1 ORDER BY entry_id DESC LIMIT 1)',
      'expected entries 500; found entries 503',
    ],
    ['DELETE FROM ranking_checkpoints WHERE key1 < 0 AND board = $1', 'expected entries 500; found nothing'],
    [
      'DELETE FROM quiz_standings WHERE quiz_id = $1 AND user_id = (SELECT max(user_id::text)::uuid FROM quiz_standings WHERE quiz_id = $1)',
      'expected entries 499; found entries 500',
    ],
  ];
  async function createIndexed() {
    const { id } = await createQuiz(admin, quizBody(2));
    await fill(databaseUrl, ['quizStandings'], id, ENTRIES);
    const long = quizStandings(id);
    await long.read(admin.api, ENTRIES, 1);
    await until('the leaderboard is indexed', async () => (await stateOf(long)).checkpoints >= 4);
    return long;
  }
  const stateOf = (long: LongBoard) => withClient(databaseUrl, (client) => indexState(client, long));
  const intact = await createIndexed();
  const boards: LongBoard[] = [];
  for (const [statement] of damages) {
    const long = await createIndexed();
    await query(databaseUrl, statement, [long.board]);
    boards.push(long);
  }
  const ofIndexes = (lines: string[]) => lines.filter((line) => line.startsWith('indexes'));
  const expected = damages.map(([, found], index) => {
    const line = new RegExp(`^indexes of leaderboards: board ${boards[index]?.board}, .*${found}$`);
    return expect.stringMatching(line) as string;
  });
  const found = ofIndexes((await verify(databaseUrl)).differences);
  expect(found).toHaveLength(3);
  expect(found).toEqual(expect.arrayContaining(expected));

  // The standings have no attempts: that is reported too, and repaired by removing them.
  const fixed = await verify(databaseUrl, '--fix');
  expect(fixed).toMatchObject({ exitCode: 0, summary: expect.stringContaining('all repaired') as string });
  expect(ofIndexes(fixed.differences).join()).not.toContain(intact.board);
  expect(await stateOf(intact)).toMatchObject({ isIndexed: true, wrong: [] });
  expect(await verify(databaseUrl)).toMatchObject({ exitCode: 0, differences: [] });
  for (const long of boards) {
    await fill(databaseUrl, ['quizStandings'], long.board, ENTRIES);
    await expectFarPages(databaseUrl, long, [admin.api]);
  }
});

it('verify: rejects a concurrent repair, and a database that it cannot check', async () => {
  await withClient(databaseUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtextextended('repair:', 0))`);
    const error = 'The check could not run. Another "verify --fix" is at work on this database';
    await expect(verify(databaseUrl, '--fix')).rejects.toThrow(error);
  });
  const empty = await createDatabase();
  await expect(verify(empty)).rejects.toThrow(
    /^The check could not run\. \d+ migrations have not run yet: start the service/,
  );
  expect(await query(empty, `SELECT to_regclass('migrations') AS made`)).toEqual([{ made: null }]);
  await expect(verify('postgres://nobody:secret-word@127.0.0.1:1/none')).rejects.toThrow(
    'The check could not run. The database cannot be reached (ECONNREFUSED): check DATABASE_URL.',
  );
});
