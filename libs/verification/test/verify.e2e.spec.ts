import { submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { verify } from '../../../test/support/operations.js';
import { type Service, startService } from '../../../test/support/service.js';

const GONE = '019b0000-0000-7000-8000-00000000dead';
const SOMEBODY = '019b0000-0000-7000-8000-00000000beef';
const EVERYTHING = '00000000-0000-0000-0000-000000000000';

let service: Service;
let admin: Player;
let players: Player[];
let suspended: Player;
let quiz: Quiz;
let other: Quiz;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  players = await Promise.all([createPlayer(service), createPlayer(service), createPlayer(service)]);
  quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 3 }));
  other = await createQuiz(admin, quizBody(2, { maxAttempts: 10 }));
  for (const [index, player] of players.entries()) {
    await submitAccepted(player, quiz.id, attemptAt(quiz, index, 1_000 + index));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 3 - index, 2_000));
    await submitAccepted(player, other.id, attemptAt(other, index % 3, 3_000));
  }
  suspended = await createPlayer(service);
  await submitAccepted(suspended, quiz.id, attemptAt(quiz, 2));
  await service.backoffice.call('PATCH', `/users/${suspended.userId}`, { suspended: true });
});

afterAll(() => service.close());

const damage = (statement: string, values: unknown[] = []) => query(service.databaseUrl, statement, values);

/** Every leaderboard that the service shows is what follows from the attempts. */
async function expectRightBoards(): Promise<void> {
  const { quizzes, global } = await recomputeBoards(service.databaseUrl);
  expect(await readGlobalBoard(admin.api)).toEqual(global);
  for (const { id } of [quiz, other]) expect(await readQuizBoard(admin.api, id)).toEqual(quizzes.get(id));
}

async function expectRepaired(differences: number): Promise<void> {
  const fixed = await verify(service.databaseUrl, '--fix');
  expect(fixed).toMatchObject({
    exitCode: 0,
    summary: expect.stringContaining(`${differences} differences, all repaired`) as string,
  });
  expect(await verify(service.databaseUrl)).toMatchObject({ exitCode: 0, differences: [] });
  await expectRightBoards();
}

it('verify: finds nothing if nothing differs', async () => {
  const { exitCode, differences, summary } = await verify(service.databaseUrl);
  expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] });
  expect(summary).toMatch(/^Compared \d+ rows: no differences \(\d+\.\d s\)\.$/);
  await expectRightBoards();
});

it('verify: finds nothing in an empty database, which had no results before', async () => {
  const empty = await startService();
  try {
    expect(await empty.backoffice.call('GET', '/consistency-checks')).toEqual({ checks: [] });
    expect(await verify(empty.databaseUrl)).toMatchObject({ exitCode: 0, differences: [] });
    expect(await verify(empty.databaseUrl, '--fix')).toMatchObject({ exitCode: 0, differences: [] });
  } finally {
    await empty.close();
  }
});

it('verify: stores the last result of each check, which the backoffice shows', async () => {
  interface Check {
    name: string;
    checkedAt: string;
    differences: number;
  }
  const checks = async () => (await service.backoffice.call<{ checks: Check[] }>('GET', '/consistency-checks')).checks;
  const failed = async () =>
    (await checks()).filter(({ differences }) => differences > 0).map(({ name, differences }) => [name, differences]);
  await damage(`INSERT INTO consistency_checks VALUES ('of a former version', now(), 3)`);
  await verify(service.databaseUrl);
  const before = await checks();
  const names = before.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
  expect(names).toEqual(expect.arrayContaining(['counts of attempts', 'standings of quizzes']));
  expect(names).not.toContain('of a former version');
  expect(await failed()).toEqual([]);

  await damage('UPDATE quiz_standings SET missed_basis_points = 10000 WHERE quiz_id = $1', [quiz.id]);
  await verify(service.databaseUrl);
  expect(await failed()).toEqual([['standings of quizzes', 4]]);
  for (const { name, checkedAt } of await checks()) {
    const earlier = before.find((check) => check.name === name)?.checkedAt ?? '';
    expect(Date.parse(checkedAt)).toBeGreaterThan(Date.parse(earlier));
  }

  await expectRepaired(4);
  expect(await failed()).toEqual([]);
});

it('verify: checks a database that it cannot write to, and stores no results', async () => {
  const before = await service.backoffice.call('GET', '/consistency-checks');
  const readOnly = `${service.databaseUrl}?options=-c%20default_transaction_read_only%3Don`;
  expect(await verify(readOnly)).toMatchObject({ exitCode: 0, differences: [] });
  expect(await service.backoffice.call('GET', '/consistency-checks')).toEqual(before);
});

it('verify: an instance that has shown a wrong page shows the correct one after the repair', async () => {
  const shown = await createQuiz(admin, quizBody(2));
  for (const [index, player] of players.entries()) await submitAccepted(player, shown.id, attemptAt(shown, index));
  await damage('UPDATE quiz_standings SET missed_basis_points = 10000 WHERE quiz_id = $1', [shown.id]);
  const { quizzes } = await recomputeBoards(service.databaseUrl);
  expect(await readQuizBoard(admin.api, shown.id)).not.toEqual(quizzes.get(shown.id));
  expect((await verify(service.databaseUrl, '--fix')).differences).toHaveLength(2);
  expect(await readQuizBoard(admin.api, shown.id)).toEqual(quizzes.get(shown.id));
  await deleteQuiz(admin, shown.id);
});

describe('verify reports differences, and repairs them on demand:', () => {
  const userAt = (index: number) => players[index]?.userId ?? '';
  const inQuiz = (what: string) => `standings of quizzes: quiz ${quiz.id}, ${what}`;
  const overAll = (what: string) => `standings over all quizzes: ${what}`;
  const matching = (pattern: string) => expect.stringMatching(`^${pattern}$`) as string;

  /** Damages of the tables, and the differences that verify reports. */
  const cases: [name: string, statements: () => [statement: string, values: unknown[]][], expected: () => string[]][] =
    [
      [
        'standings and counts of users',
        () => [
          [
            'UPDATE quiz_standings SET missed_basis_points = 1, correct_count = 3 WHERE quiz_id = $1 AND user_id = $2',
            [quiz.id, userAt(0)],
          ],
          [
            'UPDATE quiz_standings SET attempts = 7, sum_correct = 9 WHERE quiz_id = $1 AND user_id = $2',
            [quiz.id, userAt(1)],
          ],
          [
            'DELETE FROM quiz_standings WHERE quiz_id = $1 AND user_id IN ($2, $3)',
            [quiz.id, userAt(2), suspended.userId],
          ],
          [
            `INSERT INTO quiz_standings SELECT quiz_id, $2, 0, 1, completed_at, 3, 3, 1, 3, 3, 10000, 1 FROM quiz_standings
           WHERE quiz_id = $1 LIMIT 1`,
            [quiz.id, SOMEBODY],
          ],
          ['UPDATE global_standings SET correct = correct + 5, time_ms = time_ms - 1 WHERE user_id = $1', [userAt(0)]],
          ['DELETE FROM global_standings WHERE user_id IN ($1, $2)', [userAt(1), suspended.userId]],
          ['INSERT INTO global_standings VALUES ($1, 2, 3, 4, 5, 6)', [SOMEBODY]],
          ['UPDATE attempt_counts SET count = 1 WHERE quiz_id = $1 AND user_id = $2', [quiz.id, userAt(0)]],
          ['DELETE FROM attempt_counts WHERE quiz_id = $1 AND user_id = $2', [quiz.id, userAt(1)]],
          ['INSERT INTO attempt_counts VALUES ($1, $2, 4)', [other.id, SOMEBODY]],
        ],
        () => [
          inQuiz(`user ${userAt(0)}: expected missedBasisPoints 0; found missedBasisPoints 1`),
          inQuiz(`user ${userAt(1)}: expected attempts 2, sumCorrect 3; found attempts 7, sumCorrect 9`),
          matching(inQuiz(`user ${userAt(2)}: expected missedBasisPoints 3333, totalTimeMs 1002, .*; found nothing`)),
          matching(inQuiz(`user ${suspended.userId}: expected .* suspended true; found nothing`)),
          matching(inQuiz(`user ${SOMEBODY}: expected nothing; found missedBasisPoints 0, totalTimeMs 1, .*`)),
          overAll(`user ${userAt(0)}: expected correct 3, timeMs 6000; found correct 8, timeMs 5999`),
          matching(overAll(`user ${userAt(1)}: expected attempts 3, .*; found nothing`)),
          matching(overAll(`user ${suspended.userId}: expected .* suspended true; found nothing`)),
          matching(overAll(`user ${SOMEBODY}: expected nothing; found attempts 2, .*`)),
          `counts of attempts: quiz ${quiz.id}, user ${userAt(0)}: expected count 2; found count 1`,
          `counts of attempts: quiz ${quiz.id}, user ${userAt(1)}: expected count 2; found nothing`,
          `counts of attempts: quiz ${other.id}, user ${SOMEBODY}: expected nothing; found count 4`,
        ],
      ],
      [
        'standings that are hidden, and those of a suspended user that are not',
        () => [
          ['UPDATE quiz_standings SET suspended = NOT suspended WHERE quiz_id = $1', [quiz.id]],
          ['UPDATE global_standings SET suspended = NOT suspended', []],
        ],
        () =>
          [...players, suspended].flatMap((player) => {
            const [expected, found] = [player === suspended, player !== suspended];
            const difference = `user ${player.userId}: expected suspended ${expected}; found suspended ${found}`;
            return [inQuiz(difference), overAll(difference)];
          }),
      ],
      [
        'numbers of users, attempts and quizzes, and what is left of deleted quizzes',
        () => [
          [
            `UPDATE sharded_counters SET value = value + 2 WHERE subject = $1 AND name = 'standings' AND shard = (
            SELECT min(shard) FROM sharded_counters WHERE subject = $1 AND name = 'standings')`,
            [quiz.id],
          ],
          [`INSERT INTO sharded_counters VALUES ($1, 'ranked-users', 99, -1), ($1, 'quizzes', 99, 40)`, [EVERYTHING]],
          [`DELETE FROM sharded_counters WHERE subject = $1 AND name = 'attempts'`, [other.id]],
          [
            'INSERT INTO attempts SELECT $1, gen_random_uuid(), $2, version, answers, correct_count, total_questions, basis_points, passed, total_time_ms, timed_out, completed_at FROM attempts, generate_series(1, 500)',
            [GONE, SOMEBODY],
          ],
          ['INSERT INTO attempt_counts VALUES ($1, $2, 1)', [GONE, SOMEBODY]],
          [
            'INSERT INTO quiz_standings SELECT $1, gen_random_uuid(), missed_basis_points, total_time_ms, completed_at, correct_count, total_questions, attempts, sum_correct, sum_questions, sum_basis_points, sum_time_ms FROM quiz_standings, generate_series(1, 500)',
            [GONE],
          ],
          [`INSERT INTO sharded_counters VALUES ($1, 'attempts', 0, 1), ($1, 'standings', 0, 1)`, [GONE]],
        ],
        () => [
          inQuiz('all users: expected users 3; found users 5'),
          overAll('all users: expected users 3; found users 2'),
          `counts of attempts: quiz ${other.id}, all attempts: expected attempts 3; found nothing`,
          'count of quizzes: all quizzes: expected quizzes 2; found quizzes 42',
          `orphaned attempts: quiz ${GONE}: expected nothing; found rows in attempts, attempt_counts, sharded_counters`,
          `orphaned standings: quiz ${GONE}: expected nothing; found rows in quiz_standings, sharded_counters`,
        ],
      ],
    ];

  it.each(cases)('%s', async (_name, statements, expected) => {
    await expectRightBoards();
    await withClient(service.databaseUrl, async (client) => {
      for (const [statement, values] of statements()) await client.query(statement, values);
    });
    const { exitCode, differences, summary } = await verify(service.databaseUrl);
    expect(exitCode).toBe(1);
    expect(differences).toHaveLength(expected().length);
    expect(differences).toEqual(expect.arrayContaining(expected()));
    expect(summary).toContain(`${differences.length} differences`);
    await expectRepaired(differences.length);
    const [left] = await query<{ count: number }>(
      service.databaseUrl,
      `SELECT ((SELECT count(*) FROM attempts WHERE quiz_id = $1) + (SELECT count(*) FROM quiz_standings WHERE quiz_id = $1)
        + (SELECT count(*) FROM attempt_counts WHERE quiz_id = $1) + (SELECT count(*) FROM sharded_counters WHERE subject = $1))::integer AS count`,
      [GONE],
    );
    expect(left?.count).toBe(0);
  });
});
