import { AttemptCounter } from '../src/attempt-counter.js';
import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
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
import { comparable, readActivity, readStatistics, recount, countAttempts } from '../../../test/support/statistics.js';

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

async function countedStatistics(quizId: string) {
  await countAttempts(service);
  const statistics = await readStatistics(service, quizId);
  expect(comparable(statistics)).toEqual(await recount(service.databaseUrl, quizId));
  return statistics;
}

const create = (questions: number) => createQuiz(admin, quizBody(questions, { maxAttempts: 1_000 }));

describe('GET /quizzes/:id/statistics', () => {
  it('returns zeros before the first attempt', async () => {
    const quiz = await create(2);
    const before = Date.now();
    const { upTo, days, scores, questions, ...totals } = await countedStatistics(quiz.id);
    expect(totals).toEqual({ attempts: 0, passed: 0, timedOut: 0 });
    expect(Date.parse(upTo)).toBeGreaterThanOrEqual(before);
    expect(scores).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ from: 5 * index, to: 5 * index + 5, attempts: 0 })),
    );
    expect(days).toHaveLength(90);
    const nothing = { attempts: 0, correct: 0, difficulty: null, discrimination: null };
    expect(questions).toEqual(quiz.questions.map(({ id, text }) => ({ questionId: id, text, ...nothing })));
  });

  it('counts attempts by percentage, day and question', async () => {
    const quiz = await create(3);
    await submitAll(quiz, [0, 1, 2, 3, 3]);
    const late = { ...attemptAt(quiz, 3), timedOut: true };
    await submitAccepted(admin, quiz.id, late);
    const statistics = await countedStatistics(quiz.id);
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
    const { days } = await countedStatistics(quiz.id);
    expect([before, today()]).toContain(days.at(-1)?.day);
    expect(days.map(({ day }) => Date.parse(day))).toEqual(
      Array.from({ length: 90 }, (_, index) => Date.parse(days[0]?.day ?? '') + index * 86_400_000),
    );
    expect(days.filter(({ attempts }) => attempts > 0)).toHaveLength(1);
  });

  it('returns difficulty and discrimination from 20 attempts on', async () => {
    const quiz = await create(4);
    const corrects = Array.from({ length: 19 }, (_, index) => index % 5);
    await submitAll(quiz, corrects);
    for (const question of (await countedStatistics(quiz.id)).questions) {
      expect(question).toMatchObject({ attempts: 19, difficulty: null, discrimination: null });
    }
    await submitAll(quiz, [4]);
    const { questions } = await countedStatistics(quiz.id);
    expect(questions.map(({ difficulty }) => difficulty)).toEqual([0.8, 0.6, 0.4, 0.2]);
    // Users who answer a harder question correctly answer every easier one correctly.
    for (const { discrimination } of questions) expect(discrimination).toBeGreaterThan(0.5);
  });

  it('returns no discrimination for a single question, or if all answer alike', async () => {
    const alone = await create(1);
    await submitAll(
      alone,
      Array.from({ length: 20 }, (_, index) => index % 2),
    );
    const [only] = (await countedStatistics(alone.id)).questions;
    expect(only).toMatchObject({ attempts: 20, difficulty: 0.5, discrimination: null });
    const alike = await create(2);
    await submitAll(alike, Array<number>(20).fill(1));
    const { questions } = await countedStatistics(alike.id);
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
    const statistics = await countedStatistics(first.id);
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
    await submitAll(
      first,
      Array.from({ length: 25 }, (_, index) => index % 2),
    );
    const second = await updateQuiz(admin, first.id, quizBody(3, { maxAttempts: 1_000 }));
    await submitAll(
      second,
      Array.from({ length: 19 }, (_, index) => index % 4),
    );
    const before = await countedStatistics(first.id);
    expect(before.questions[0]).toMatchObject({ attempts: 44, discrimination: null });
    await submitAll(second, [3]);
    const after = await countedStatistics(first.id);
    expect(after.questions[0]?.discrimination).toEqual(expect.any(Number));
  });

  it('answers 404 after the deletion of the quiz', async () => {
    const quiz = await create(2);
    await submitAll(quiz, [0, 1, 2]);
    await countedStatistics(quiz.id);
    await deleteQuiz(admin, quiz.id);
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/statistics`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
    for (const table of ['quiz_scores', 'quiz_days', 'question_statistics']) {
      const rows = await query(service.databaseUrl, `SELECT FROM ${table} WHERE quiz_id = $1`, [quiz.id]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  it.each(['019b76da-a800-7000-8000-000000000001', 'no-id', '%20'])('answers 404 for quiz %j', async (id) => {
    const response = await service.backoffice.request('GET', `/quizzes/${id}/statistics`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
  });
});

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
    await service.app.get(AttemptCounter).forgetUsers();
    expect(await days()).toEqual(today);
  });
});
