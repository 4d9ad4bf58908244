import { parse } from 'csv-parse/sync';
import type { components } from '../../backoffice-ui/src/api.gen.js';
import { Background } from '#libs/database';
import { submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import {
  comparable,
  countAttempts,
  readActivity,
  readStatistics,
  recount,
  type StatisticsFilter,
} from '../../../test/support/statistics.js';
import { until } from '../../../test/support/until.js';

let service: Service;
let admin: Player;
let players: Player[];

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  players = await Promise.all(Array.from({ length: 3 }, () => createPlayer(service)));
});

afterAll(() => service.close());

type Question = QuizBody['questions'][number];

const today = () => new Date().toISOString().slice(0, 10);

/** Submits attempts with so many right answers each, in turn by each of the players. */
async function submitAll(quiz: Quiz, corrects: number[]): Promise<void> {
  await Promise.all(
    corrects.map((correct, index) =>
      submitAccepted(players[index % players.length] as Player, quiz.id, attemptAt(quiz, correct)),
    ),
  );
}

const suspend = (ids: readonly (string | undefined)[], suspended: boolean) =>
  service.backoffice.call('PATCH', '/users', { users: ids.map((id) => ({ id })), suspended });

/** The statistics of a quiz, which equal their recomputation. */
async function checkedStatistics(quizId: string, filter: StatisticsFilter = {}) {
  const statistics = await readStatistics(service, quizId, filter);
  expect(comparable(statistics)).toEqual(await recount(service.databaseUrl, quizId, filter));
  return statistics;
}

const create = (questions: number) => createQuiz(admin, quizBody(questions, { maxAttempts: 1_000 }));

describe('GET /quizzes/:id/statistics', () => {
  it('returns zeros before the first attempt', async () => {
    const quiz = await create(2);
    const { days, scores, questions, versions, ...totals } = await checkedStatistics(quiz.id);
    const none = { since: null, sinceVersion: null, summary: null, reliability: null };
    expect(totals).toEqual({ attempts: 0, passed: 0, timedOut: 0, passPercentage: 70, ...none });
    expect(versions).toEqual([{ version: 1, createdAt: quiz.createdAt, questions: 2 }]);
    expect(scores).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ from: 5 * index, to: 5 * index + 5, attempts: 0 })),
    );
    expect(days).toHaveLength(90);
    const nothing = { attempts: 0, correct: 0, difficulty: null, discrimination: null };
    expect(questions).toMatchObject(quiz.questions.map(({ id, text }) => ({ questionId: id, text, ...nothing })));
  });

  it('counts attempts by percentage, day and question', async () => {
    const quiz = await create(3);
    await submitAll(quiz, [0, 1, 2, 3, 3]);
    const late = { ...attemptAt(quiz, 3), timedOut: true };
    await submitAccepted(admin, quiz.id, late);
    const statistics = await checkedStatistics(quiz.id);
    expect(statistics).toMatchObject({ attempts: 6, passed: 3, timedOut: 1 });
    const scores = statistics.scores.filter(({ attempts }) => attempts > 0);
    expect(scores).toEqual([
      { from: 0, to: 5, attempts: 1 },
      { from: 30, to: 35, attempts: 1 },
      { from: 65, to: 70, attempts: 1 },
      { from: 95, to: 100, attempts: 3 },
    ]);
    expect(statistics.questions.map(({ attempts, correct }) => [attempts, correct])).toEqual([
      [6, 5],
      [6, 4],
      [6, 3],
    ]);
  });

  it('returns each of the last 90 days in UTC, up to today', async () => {
    const quiz = await create(1);
    await submitAll(quiz, [1]);
    const before = today();
    const { days } = await checkedStatistics(quiz.id);
    expect([before, today()]).toContain(days.at(-1)?.day);
    expect(days.map(({ day }) => Date.parse(day))).toEqual(
      Array.from({ length: 90 }, (_, index) => Date.parse(days[0]?.day ?? '') + index * 86_400_000),
    );
    expect(days.filter(({ attempts }) => attempts > 0)).toHaveLength(1);
  });

  it('returns difficulty, discrimination, summary and reliability from 5 attempts on', async () => {
    const quiz = await create(4);
    await submitAll(quiz, [0, 1, 2, 4]);
    const before = await checkedStatistics(quiz.id);
    expect(before).toMatchObject({ summary: null, reliability: null });
    for (const question of before.questions) expect(question).toMatchObject({ difficulty: null, discrimination: null });
    await submitAll(quiz, [3]);
    const { questions, summary, reliability } = await checkedStatistics(quiz.id);
    expect(questions.map(({ difficulty }) => difficulty)).toEqual([0.8, 0.6, 0.4, 0.2]);
    // Users who answer a harder question correctly answer every easier one correctly.
    for (const { discrimination } of questions) expect(discrimination).toBeGreaterThan(0.3);
    expect(summary).toMatchObject({ mean: 50, median: 50 });
    expect(reliability).toMatchObject({ version: 1, attempts: 5, questions: 4 });
    expect(reliability?.alpha).toBeCloseTo(0.8, 9);
  });

  it('returns no discrimination for a single question, or if all answer alike', async () => {
    const alone = await create(1);
    await submitAll(alone, [0, 1, 0, 1, 0, 1]);
    const [only] = (await checkedStatistics(alone.id)).questions;
    expect(only).toMatchObject({ attempts: 6, difficulty: 0.5, discrimination: null });
    const alike = await create(2);
    await submitAll(alike, Array<number>(6).fill(1));
    const { questions } = await checkedStatistics(alike.id);
    expect(questions.map(({ difficulty, discrimination }) => [difficulty, discrimination])).toEqual([
      [1, null],
      [0, null],
    ]);
  });

  it('follows a question through updates of its quiz, and returns those of the current version in order', async () => {
    const first = await create(3);
    await submitAll(first, [1, 2, 3]);
    const [one, two, three] = quizBody(3).questions as [Question, Question, Question];
    const questions = [three, { ...one, text: 'Added' }, { ...two, text: 'Changed' }, one];
    const second = await updateQuiz(admin, first.id, quizBody(3, { questions, maxAttempts: 1_000 }));
    await submitAll(second, [1, 4]);
    // A version that was replaced in the meantime still takes answers.
    await submitAll(first, [3]);
    const statistics = await checkedStatistics(first.id);
    expect(statistics.attempts).toBe(6);
    expect(statistics.questions.map(({ text, attempts, correct }) => [text, attempts, correct])).toEqual([
      ['Question 3', 6, 4],
      ['Added', 2, 1],
      ['Changed', 2, 1],
      ['Question 1', 6, 5],
    ]);
  });

  it('is correct for a quiz that had one question at first', async () => {
    const first = await createQuiz(admin, quizBody(1, { maxAttempts: 1_000 }));
    await submitAll(first, [0, 1, 0, 1, 0]);
    const second = await updateQuiz(admin, first.id, quizBody(3, { maxAttempts: 1_000 }));
    await submitAll(second, [0, 1, 2, 3]);
    const before = await checkedStatistics(first.id);
    expect(before.questions[0]).toMatchObject({ attempts: 9, discrimination: null });
    await submitAll(second, [3]);
    const after = await checkedStatistics(first.id);
    expect(after.questions[0]?.discrimination).toEqual(expect.any(Number));
  });

  it('counts how often each answer was chosen, in both thirds too', async () => {
    const quiz = await create(3);
    const [first, ...others] = quiz.questions as [Quiz['questions'][number], ...Quiz['questions']];
    const answersOf = (correct: number, firstAnswer: number | undefined) => ({
      ...attemptAt(quiz, correct),
      answers: [
        ...(firstAnswer === undefined
          ? []
          : [{ questionId: first.id, answerId: first.answers[firstAnswer]?.id ?? '' }]),
        ...attemptAt(quiz, correct).answers.filter(({ questionId }) => others.some(({ id }) => id === questionId)),
      ],
    });
    // The correct answer is the first one.
    for (const body of [answersOf(3, 0), answersOf(3, 0), answersOf(2, 0), answersOf(0, 1), answersOf(0, undefined)]) {
      await submitAccepted(admin, quiz.id, body);
    }
    await submitAccepted(admin, quiz.id, answersOf(0, 1));
    const { questions } = await checkedStatistics(quiz.id);
    const [answered] = questions;
    expect(answered).toMatchObject({ attempts: 6, correct: 3 });
    expect(answered?.answers.slice(0, 2)).toMatchObject([
      { isCorrect: true, attempts: 3, upperThird: 1, lowerThird: 0 },
      { isCorrect: false, attempts: 2, upperThird: 0 },
    ]);
    expect(answered?.answers[1]?.lowerThird).toBeCloseTo(2 / 3, 9);
    expect(answered?.unanswered).toMatchObject({ attempts: 1, upperThird: 0 });
    expect(answered?.unanswered.lowerThird).toBeCloseTo(1 / 3, 9);
  });

  it('leaves out the attempts of users while they are suspended', async () => {
    const quiz = await create(3);
    await submitAll(quiz, [3, 0, 2, 1, 2]);
    const ids = players.map(({ userId }) => userId);
    const filters = [{}, { attempts: 'first' }, { attempts: 'best' }] as const;
    const readAll = () => Promise.all(filters.map((filter) => checkedStatistics(quiz.id, filter)));
    const before = await readAll();
    await suspend(ids.slice(0, 1), true);
    expect((await readAll()).map(({ attempts }) => attempts)).toEqual([3, 2, 2]);
    await suspend(ids, true);
    expect((await readAll()).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    await suspend(ids, false);
    expect(await readAll()).toEqual(before);
  });

  it('is the same with the key of an administrator', async () => {
    const quiz = await create(2);
    await submitAll(quiz, [0, 1, 2]);
    const { data } = await admin.api.GET('/quizzes/{id}/statistics', { params: { path: { id: quiz.id } } });
    expect(data).toEqual(await readStatistics(service, quiz.id));
  });

  it('answers 404 after the deletion of the quiz', async () => {
    const quiz = await create(2);
    await submitAll(quiz, [0, 1, 2]);
    await checkedStatistics(quiz.id);
    await deleteQuiz(admin, quiz.id);
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/statistics`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
  });

  it('answers 404 for a quiz that is deleted while they are read', async () => {
    const { id } = await create(2);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE attempts');
      const response = service.backoffice.request('GET', `/quizzes/${id}/statistics`);
      await until('the statistics wait', async () => {
        const waiting = await query(
          service.databaseUrl,
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE '%FROM published_attempts%'`,
        );
        return waiting.length > 0;
      });
      await client.query('DELETE FROM quizzes WHERE id = $1', [id]);
      await client.query('COMMIT');
      expect((await response).status).toBe(404);
    });
  });

  it('computes one at a time, lets ten wait, and rejects more with 503', async () => {
    const { id } = await create(2);
    const statuses: number[] = [];
    const read = async () => {
      const { status } = await service.backoffice.request('GET', `/quizzes/${id}/statistics`);
      statuses.push(status);
    };
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE attempts');
      const reads = Array.from({ length: 13 }, read);
      await until('two are rejected', () => Promise.resolve(statuses.length === 2));
      expect(statuses).toEqual([503, 503]);
      await client.query('ROLLBACK');
      await Promise.all(reads);
    });
    expect(statuses.slice(2)).toEqual(Array<number>(11).fill(200));
  });

  it.each(['019b76da-a800-7000-8000-000000000001', 'no-id', '%20'])('answers 404 for quiz %j', async (id) => {
    const response = await service.backoffice.request('GET', `/quizzes/${id}/statistics`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
  });
});

describe('GET /quizzes/:id/statistics of selected attempts', () => {
  it.each([
    'attempts=none',
    'version=0',
    'version=x',
    'from=yesterday',
    'to=2026-02-30T00:00:00Z',
    'attempts=all&attempts=best',
  ])('rejects %s', async (search) => {
    const quiz = await create(1);
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/statistics?${search}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: string };
    expect(error).toMatch(/^(attempts|version|from|to): must be/);
  });

  it('rejects a version that the quiz does not have', async () => {
    const quiz = await create(1);
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/statistics?version=2`);
    expect([response.status, await response.json()]).toEqual([400, { error: 'version: the quiz has no such version' }]);
  });

  it('equals the recomputation of 250 attempts at two versions', async () => {
    const answers = ['A', 'B', 'C', 'D'].map((text, at) => ({ text, isCorrect: at === 0 }));
    const questions = quizBody(9).questions.map(({ text }) => ({ text, answers }));
    const { id } = await createQuiz(admin, quizBody(8, { questions: questions.slice(0, 8) }));
    await updateQuiz(admin, id, quizBody(9, { questions: questions.toReversed() }));
    await query(service.databaseUrl, GENERATE, [id]);
    const middle = new Date(Date.now() - 15 * 86_400_000).toISOString();
    const filters: StatisticsFilter[] = [
      {},
      { attempts: 'first' },
      { attempts: 'best' },
      { version: 1 },
      { version: 2, attempts: 'best' },
      { from: middle },
      { to: middle, attempts: 'first' },
      { from: middle, to: middle },
    ];
    const counts = [];
    for (const filter of filters) counts.push((await checkedStatistics(id, filter)).attempts);
    expect(counts).toEqual([250, 60, 60, 125, 30, expect.any(Number), 60, 0]);
  });

  it('reads the newest attempts of very many, and says since when', async () => {
    const quiz = await create(200);
    await query(service.databaseUrl, GENERATE_MANY, [quiz.id, 1]);
    const [oldest] = await query<{ completedAt: Date }>(
      service.databaseUrl,
      'SELECT completed_at AS "completedAt" FROM attempts WHERE quiz_id = $1 ORDER BY completed_at DESC OFFSET 10000 LIMIT 1',
      [quiz.id],
    );
    const { attempts, since } = await readStatistics(service, quiz.id);
    // 2,000,000 answers are 10,000 attempts at 200 questions.
    expect(attempts).toBe(10_000);
    expect(since).toBe(new Date((oldest?.completedAt.getTime() ?? NaN) + 1).toISOString());
    // An earlier range of time shows the others.
    const earlier = await readStatistics(service, quiz.id, { to: since ?? '' });
    expect(earlier).toMatchObject({ attempts: 2_000, since: null });

    // Newer attempts at another version take no place from those of the chosen one.
    await updateQuiz(admin, quiz.id, quizBody(199));
    await query(service.databaseUrl, GENERATE_MANY, [quiz.id, 2]);
    const chosen = await readStatistics(service, quiz.id, { version: 1 });
    expect(chosen).toMatchObject({ attempts: 10_000, since, sinceVersion: null });
  });

  it('reads the newest versions of many with very many questions, and says since which', async () => {
    const quiz = await create(200);
    await submitAccepted(admin, quiz.id, attemptAt(quiz, 1));
    const next = await updateQuiz(admin, quiz.id, quizBody(200, { questions: reworded }));
    await submitAccepted(admin, quiz.id, attemptAt(next, 1));
    await query(
      service.databaseUrl,
      `INSERT INTO quiz_versions (quiz_id, version, content, question_ids, question_set)
       SELECT quiz_id, number, content, question_ids, question_set FROM quiz_versions, generate_series(3, 11) AS number
       WHERE quiz_id = $1 AND version = 2`,
      [quiz.id],
    );
    await query(service.databaseUrl, 'UPDATE quizzes SET version = 11 WHERE id = $1', [quiz.id]);
    expect(await readStatistics(service, quiz.id)).toMatchObject({ attempts: 1, sinceVersion: 2 });
    expect(await readStatistics(service, quiz.id, { version: 1 })).toMatchObject({ attempts: 1, sinceVersion: null });
  });

  it('has days from the beginning of the range on', async () => {
    const quiz = await create(1);
    const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const { days } = await readStatistics(service, quiz.id, { from });
    expect(days.map(({ day }) => day)[0]).toBe(from.slice(0, 10));
  });
});

describe('GET /quizzes/:id/statistics/export', () => {
  it('has a row for each answer of each question, and one for no answer', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { title: 'Rivers', maxAttempts: 9 }));
    for (const correct of [0, 1, 1, 2, 2]) await submitAccepted(admin, quiz.id, attemptAt(quiz, correct));
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/statistics/export?attempts=all`);
    expect(response.headers.get('content-disposition')).toContain('statistics-Rivers.csv');
    const [heads = '', ...rows] = (await response.text()).trim().split('\r\n');
    expect(heads).toMatch(/^\uFEFF?No\.,Question,Attempts,Correct,Share correct,.*,Share in the lower third$/);
    expect(
      rows.map((row) => row.split(',').filter((_, column) => [0, 1, 2, 3, 4, 10, 11, 12].includes(column))),
    ).toEqual([
      ['1', 'Question 1', '5', '4', '0.8', 'Right', 'yes', '4'],
      ['1', 'Question 1', '5', '4', '0.8', 'Wrong', 'no', '1'],
      ['1', 'Question 1', '5', '4', '0.8', '(not answered)', '', '0'],
      ['2', 'Question 2', '5', '2', '0.4', 'Right', 'yes', '2'],
      ['2', 'Question 2', '5', '2', '0.4', 'Wrong', 'no', '3'],
      ['2', 'Question 2', '5', '2', '0.4', '(not answered)', '', '0'],
    ]);
  });

  it('answers 404 for an unknown quiz', async () => {
    const response = await service.backoffice.request('GET', `/quizzes/no-id/statistics/export`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
  });
});

/** Attempts at two versions with 8 and 9 questions of four answers, some of them left out, by 60 users in 30 days. */
const GENERATE = `
  INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed, total_time_ms,
    timed_out, completed_at)
  SELECT $1, gen_random_uuid(), md5((number % 60)::text)::uuid, version, answers, correct, total,
    round(10000.0 * correct / total), 100 * correct >= 70 * total, number % 7 * 1000, number % 50 = 0,
    date_trunc('milliseconds', now()) - number * interval '10000 seconds'
  FROM generate_series(1, 250) AS number
  CROSS JOIN LATERAL (SELECT 1 + number % 2 AS version, 8 + number % 2 AS total, random() AS skill) AS drawn
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(jsonb_build_array(question, chosen) ORDER BY question) FILTER (WHERE chosen < 4), '[]') AS answers,
      count(*) FILTER (WHERE chosen = 0) AS correct
    FROM (
      SELECT question, CASE WHEN random() < skill THEN 0 ELSE 1 + floor(random() * 4) END::integer AS chosen
      FROM generate_series(0, total - 1) AS question
    ) AS answered
  ) AS scored`;

const reworded = quizBody(200).questions.map(({ text, answers }) => ({ text: `${text}, reworded`, answers }));

/** 12,000 empty attempts at the version $2, one each minute. */
const GENERATE_MANY = `
  INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed, total_time_ms,
    timed_out, completed_at)
  SELECT $1, gen_random_uuid(), gen_random_uuid(), $2, '[]', 0, 200, 0, false, 0, false, now() - number * interval '1 minute'
  FROM generate_series(1, 12000) AS number`;

describe('GET /activity', () => {
  const of = async (days?: number) => {
    await countAttempts(service);
    return (await readActivity(service, days)).days;
  };

  it('counts all attempts of a day, and each user once, over all quizzes', async () => {
    const before = (await of()).at(-1);
    const [one, other] = [await create(1), await create(2)];
    const [first, second] = [await createPlayer(service), await createPlayer(service)];
    for (const [player, quiz] of [
      [first, one],
      [first, one],
      [first, other],
      [second, other],
    ] as const) {
      await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    }
    const after = (await of()).at(-1);
    expect(after?.attempts).toBe((before?.attempts ?? 0) + 4);
    expect(after?.users).toBe((before?.users ?? 0) + 2);
    await deleteQuiz(admin, one.id);
    expect((await of()).at(-1)).toEqual(after);
    await submitAccepted(first, other.id, attemptAt(other, 1));
    expect((await of()).at(-1)).toEqual({ ...after, attempts: (after?.attempts ?? 0) + 1 });
  });

  it('returns the requested number of days up to today, also those without attempts', async () => {
    for (const days of [1, 30, 90]) {
      const before = today();
      const shown = await of(days);
      expect([before, today()]).toContain(shown.at(-1)?.day);
      expect(shown.map(({ day }) => Date.parse(day))).toEqual(
        Array.from({ length: days }, (_, index) => Date.parse(shown[0]?.day ?? '') + index * 86_400_000),
      );
      expect(shown.slice(0, -1).every(({ attempts, users }) => attempts === 0 && users === 0)).toBe(true);
    }
    expect(await service.backoffice.call('GET', '/activity')).toEqual(await readActivity(service, 30));
  });

  it.each(['0', '91', '-1', '1.5', 'x', ''])('rejects days=%s', async (days) => {
    const response = await service.backoffice.request('GET', `/activity?days=${days}`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'days: must be a whole number from 1 to 90' },
    ]);
  });

  it('deletes the users of a day once all its attempts are counted', async () => {
    const days = () =>
      query<{ ago: number }>(
        service.databaseUrl,
        `SELECT DISTINCT (now() AT TIME ZONE 'UTC')::date - day AS ago FROM activity_users ORDER BY ago`,
      );
    await countAttempts(service);
    const today = await days();
    expect(today).toHaveLength(1);
    await query(
      service.databaseUrl,
      `INSERT INTO activity_users SELECT (now() AT TIME ZONE 'UTC')::date - ago, gen_random_uuid()
      FROM generate_series(2, 40) AS ago, generate_series(1, 200)`,
    );
    await service.app.get(Background).run('Deleting expired rows of activity_users');
    expect(await days()).toEqual(today);
  });
});

describe('GET /quizzes/:id/answer-grid', () => {
  type Grid = components['schemas']['AnswerGrid'];
  const read = (quizId: string, search = '') =>
    service.backoffice.call<Grid>('GET', `/quizzes/${quizId}/answer-grid${search}`);
  const rowsOf = async (quizId: string, search = '') =>
    (await read(quizId, search)).rows.map(({ displayName, answers }) => [displayName, answers.join(' ')]);

  it('shows the best, first or last attempt of each user', async () => {
    const [one, other] = players as [Player, Player];
    const quiz = await create(2);
    for (const correct of [0, 2, 1]) await submitAccepted(one, quiz.id, attemptAt(quiz, correct));
    await submitAccepted(other, quiz.id, { answers: attemptAt(quiz, 1).answers.slice(0, 1), totalTimeMs: 1 });
    const { questions, rows, nextCursor } = await read(quiz.id);
    expect(questions).toEqual(quiz.questions.map(({ id, text }) => ({ questionId: id, text })));
    expect([rows.length, nextCursor]).toEqual([2, null]);
    expect(rows.find(({ userId }) => userId === one.userId)).toMatchObject({ percentage: 100, passed: true });
    expect(rows.find(({ userId }) => userId === other.userId)).toMatchObject({ percentage: 50, passed: false });
    for (const [search, answers] of [
      ['', 'correct correct'],
      ['?attempts=first', 'wrong wrong'],
      ['?attempts=last', 'correct wrong'],
    ] as const) {
      const expected = [
        [one.displayName, answers],
        [other.displayName, 'correct unanswered'],
      ];
      expect((await rowsOf(quiz.id, search)).sort()).toEqual(expected.sort());
    }
  });

  it('leaves out voided attempts, and users who have no others', async () => {
    const [one, other] = players as [Player, Player];
    const quiz = await create(1);
    const best = await submitAccepted(one, quiz.id, attemptAt(quiz, 1));
    await submitAccepted(one, quiz.id, attemptAt(quiz, 0));
    const only = await submitAccepted(other, quiz.id, attemptAt(quiz, 1));
    for (const { attemptId } of [best, only]) {
      await service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, { reason: 'x' });
    }
    expect(await rowsOf(quiz.id)).toEqual([[one.displayName, 'wrong']]);
  });

  it('leaves out users while they are suspended, also in the file and between two pages', async () => {
    const quiz = await create(1);
    await submitAll(quiz, [1, 0, 1]);
    const whole = await read(quiz.id);
    const [first, second, third] = whole.rows.map(({ userId }) => userId);
    const file = async () => {
      const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/answer-grid/export`);
      return parse<{ User: string }>(await response.text(), { columns: true, bom: true }).map(({ User }) => User);
    };
    await suspend([second], true);
    const rest = whole.rows.filter(({ userId }) => userId !== second);
    expect((await read(quiz.id)).rows).toEqual(rest);
    expect(await read(quiz.id, '?limit=1')).toMatchObject({ rows: rest.slice(0, 1), nextCursor: first });
    expect(await read(quiz.id, `?limit=1&cursor=${first}`)).toMatchObject({ rows: rest.slice(1), nextCursor: null });
    expect(await file()).toEqual([first, third]);
    await suspend([second], false);
    expect(await read(quiz.id)).toEqual(whole);
    expect(await file()).toEqual([first, second, third]);
  });

  it('finds the questions of the current version in attempts at others', async () => {
    const [one] = players as [Player];
    const quiz = await create(2);
    await submitAccepted(one, quiz.id, attemptAt(quiz, 1));
    const [first, second] = quizBody(2).questions as [Question, Question];
    await updateQuiz(admin, quiz.id, quizBody(2, { questions: [{ ...first, text: 'New' }, second, first] }));
    expect(await rowsOf(quiz.id)).toEqual([[one.displayName, 'absent wrong correct']]);
  });

  it('is read in parts', async () => {
    const quiz = await create(1);
    await submitAll(quiz, [1, 0, 1]);
    const whole = await read(quiz.id);
    const part = await read(quiz.id, '?limit=2');
    expect(part).toEqual({ ...whole, rows: whole.rows.slice(0, 2), nextCursor: whole.rows[1]?.userId });
    expect(await read(quiz.id, `?limit=2&cursor=${part.nextCursor ?? ''}`)).toEqual({
      ...whole,
      rows: whole.rows.slice(2),
    });
  });

  it('is exported as CSV that no spreadsheet evaluates', async () => {
    const [one] = players as [Player];
    const [question] = quizBody(1).questions as [Question];
    const questions = ['=1+1', 'First\n=1+1', '=1+1'].map((text) => ({ ...question, text }));
    const quiz = await createQuiz(admin, quizBody(3, { title: 'Grid', questions }));
    await submitAccepted(one, quiz.id, { answers: attemptAt(quiz, 1).answers.slice(0, 2), totalTimeMs: 1 });
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/answer-grid/export?attempts=last`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="answers-Grid.csv"');
    const [heads, row, ...others] = parse(Buffer.from(await response.arrayBuffer()), { bom: true });
    const questionHeads = ['1. =1+1', "2. First\n'=1+1", '3. =1+1'];
    expect(heads).toEqual([
      'User',
      'Name',
      'Email',
      'Attempt',
      'Completed (UTC)',
      'Percentage',
      'Passed',
      ...questionHeads,
    ]);
    expect(row?.slice(0, 2)).toEqual([one.userId, one.displayName]);
    expect(row?.slice(5)).toEqual(['33.33', 'no', 'correct', 'wrong', 'not answered']);
    expect(others).toEqual([]);
  });

  it.each([
    ['?attempts=all', 400, 'attempts: must be one of best, first, last'],
    ['?limit=101', 400, 'limit: must be a whole number from 1 to 100'],
    ['?cursor=x', 400, 'cursor: must be an id (a UUID in lower case)'],
  ])('rejects %s', async (search, status, error) => {
    const quiz = await create(1);
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/answer-grid${search}`);
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  it('answers 404 for unknown and deleted quizzes', async () => {
    const quiz = await create(1);
    await submitAll(quiz, [1]);
    await deleteQuiz(admin, quiz.id);
    for (const id of [quiz.id, 'x']) {
      for (const path of ['', '/export']) {
        const response = await service.backoffice.request('GET', `/quizzes/${id}/answer-grid${path}`);
        expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
      }
    }
  });
});
