import { setTimeout } from 'node:timers/promises';
import { countStatuses, submit, submitAccepted, type Submission } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { readMetrics } from '../../../test/support/metrics.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import { purgeQuiz } from '../../../test/support/trash.js';

let service: Service;
let second: Service;
let admin: Player;
let players: Player[];

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
  players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
});

afterAll(() => service.close());

/** A player's clients at both instances. */
const atBoth = ({ api, key }: Player) => [{ api }, { api: apiWith(second.url, key) }] as const;

const attemptsAt = async ({ id }: Quiz) =>
  (await query(service.databaseUrl, 'SELECT 1 FROM attempts WHERE quiz_id = $1', [id])).length;

/**
 * Lets every player submit at both instances while work is done: without a pause while attempts are accepted.
 * @param work may wait until so many attempts were accepted
 * @returns the answers to all submissions
 */
async function duringSubmissions(
  quiz: Quiz,
  work: (accepted: (count: number) => Promise<void>) => Promise<void>,
): Promise<Submission[]> {
  const answers: Submission[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let isDone = false;
  const submitOn = async (client: Pick<Player, 'api'>): Promise<void> => {
    while (!isDone) {
      const answer = await submit(client, quiz.id, attemptAt(quiz, answers.length % 4));
      answers.push(answer);
      if (answer.status !== 201) await setTimeout(200);
      const accepted = countStatuses(answers)[201] ?? 0;
      for (const { count, resolve } of waiting) if (accepted >= count) resolve();
    }
  };
  const streams = Promise.all(players.flatMap(atBoth).map(submitOn));
  try {
    await Promise.race([work((count) => new Promise((resolve) => waiting.push({ count, resolve }))), streams]);
  } finally {
    isDone = true;
    await streams;
  }
  return answers;
}

/** Every player submits once at both instances. */
const submitEach = (quiz: Quiz) =>
  Promise.all(players.flatMap(atBoth).map((client) => submit(client, quiz.id, attemptAt(quiz, 3))));

describe('concurrent submissions', () => {
  it.each(['one instance', 'two instances'])('at %s: only the last attempt of the limit is accepted', async (where) => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 3 }));
    const [player] = players as [Player];
    for (const correct of [0, 1]) await submitAccepted(player, quiz.id, attemptAt(quiz, correct));
    const clients = where === 'one instance' ? [player] : atBoth(player);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submit(clients[index % clients.length] ?? player, quiz.id, attemptAt(quiz, 3)),
      ),
    );
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 19 });
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([undefined, 'Maximum attempts reached']));
    expect(await attemptsAt(quiz)).toBe(3);
  });

  it('at two instances: each user gets the attempts of the limit', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
    const clients = players.flatMap(atBoth);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => clients.map((client) => submit(client, quiz.id, attemptAt(quiz, 2)))).flat(),
    );
    expect(countStatuses(answers)).toEqual({ 201: 4 * 5, 409: 4 * 3 });
    const counts = await query(
      service.databaseUrl,
      'SELECT count(*)::integer AS attempts FROM attempts WHERE quiz_id = $1 GROUP BY user_id',
      [quiz.id],
    );
    expect(counts).toEqual(Array(4).fill({ attempts: 5 }));
  });
});

describe('during submissions', () => {
  it('no attempt beyond a lower maximum is accepted after the response to the update', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1_000_000 }));
    let attempts = 0;
    const answers = await duringSubmissions(quiz, async (accepted) => {
      await accepted(40);
      await updateQuiz(admin, quiz.id, quizBody(3, { maxAttempts: 1 }));
      attempts = await attemptsAt(quiz);
      expect(countStatuses(await submitEach(quiz))).toEqual({ 409: 8 });
    });
    expect(await attemptsAt(quiz)).toBe(attempts);
    expect(countStatuses(answers)).toEqual({ 201: attempts, 409: expect.any(Number) as unknown });
  });

  it('no attempt is accepted after the response to the deletion, and no row of the quiz is left after it is deleted for good', async () => {
    const remaining = await createQuiz(admin);
    for (const player of players.slice(0, 3)) await submitAccepted(player, remaining.id, attemptAt(remaining, 2));
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1_000_000 }));
    const answers = await duringSubmissions(quiz, async (accepted) => {
      await accepted(40);
      await deleteQuiz(admin, quiz.id);
      expect(Object.keys(await rowsOf(quiz))).toEqual(['attempts', 'attempt_counts']);
      expect(await purgeQuiz(service, quiz.id)).toBe(204);
      expect(await rowsOf(quiz)).toEqual({});
      expect(countStatuses(await submitEach(quiz))).toEqual({ 404: 8 });
    });
    expect(Object.keys(countStatuses(answers))).toEqual(['201', '404']);
    expect(await rowsOf(quiz)).toEqual({});
    const { global, quizzes } = await recomputeBoards(service.databaseUrl);
    expect(await readGlobalBoard(admin.api)).toEqual(global);
    expect(await readQuizBoard(admin.api, remaining.id)).toEqual(quizzes.get(remaining.id));
  });

  it('updates and a deletion do not starve', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1_000_000 }));
    const answers = await duringSubmissions(quiz, async (accepted) => {
      for (let update = 1; update <= 3; update++) {
        await accepted(update * 20);
        await updateQuiz(admin, quiz.id, quizBody(3, { title: `Update ${update}`, maxAttempts: 1_000_000 }));
      }
      await deleteQuiz(admin, quiz.id);
    });
    expect(Object.keys(countStatuses(answers))).toEqual(['201', '404']);
  });
});

describe('a submission that arrives after', () => {
  /** Waits until so many transactions wait for a lock. */
  const untilWaiting = (count: number) =>
    until(`${count} transactions wait for a lock`, async () => {
      const waiting = await query<{ query: string }>(
        service.databaseUrl,
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting.length === count || waiting;
    });

  /** How many transactions have recorded attempts at an instance, or found their quizzes locked. */
  const triesOf = async ({ url }: Service) =>
    (await readMetrics(url)).get('quiz_group_commit_batch_items_count{group="attempts"}') ?? 0;

  it.each([
    ['an update', { status: 201, timedOut: true }],
    ['a deletion', { status: 404, timedOut: undefined }],
  ])('%s waits for it, even if it waits for a submission in progress', async (change, late) => {
    const quiz = await createQuiz(admin, quizBody(3));
    const [first, other] = players as [Player, Player];
    const path = { id: quiz.id };
    let inFlight: Promise<Submission> | undefined;
    let changing: Promise<{ response: Response }> | undefined;
    let arriving: Promise<Submission> | undefined;
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('INSERT INTO attempt_counts VALUES ($1, $2, 0)', [quiz.id, first.userId]);
      inFlight = submit(first, quiz.id, attemptAt(quiz, 3));
      await untilWaiting(1);
      changing =
        change === 'a deletion'
          ? admin.api.DELETE('/quizzes/{id}', { params: { path } })
          : admin.api.PUT('/quizzes/{id}', { params: { path }, body: quizBody(3, { timeLimitSeconds: 1 }) });
      await untilWaiting(2);
      const tries = await triesOf(second);
      arriving = submit(atBoth(other)[1], quiz.id, attemptAt(quiz, 3, 2_000));
      await until('it has been tried', async () => (await triesOf(second)) > tries);
      await client.query('ROLLBACK');
    });
    expect([(await inFlight)?.status, (await changing)?.response.status]).toEqual([201, 200]);
    const answer = await arriving;
    const { data } = await admin.api.GET('/quizzes/{id}/attempts/{attemptId}', {
      params: { path: { id: quiz.id, attemptId: answer?.result?.attemptId ?? '' } },
    });
    expect({ status: answer?.status, timedOut: data?.timedOut }).toEqual(late);
  });
});

/** Tables whose rows are deleted with their quiz, each with the column that has the quiz's id. */
const TABLES = {
  quizzes: 'id',
  quiz_versions: 'quiz_id',
  attempts: 'quiz_id',
  attempt_counts: 'quiz_id',
  quiz_standings: 'quiz_id',
  sharded_counters: 'subject',
  deferred_deletions: 'subject',
};

/** The number of rows that each table has of a quiz. Tables without any are left out. */
async function rowsOf({ id }: Quiz): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, column] of Object.entries(TABLES)) {
    const rows = await query(service.databaseUrl, `SELECT 1 FROM ${table} WHERE ${column} = $1`, [id]);
    if (rows.length > 0) counts[table] = rows.length;
  }
  return counts;
}
