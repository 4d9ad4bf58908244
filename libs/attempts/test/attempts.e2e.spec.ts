import { submit, submitAccepted } from '../../../test/support/attempts.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { sharedService, type SharedService, startService } from '../../../test/support/service.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: SharedService;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
});

/** The question of a quiz at a position, with its answers, which must all be there. */
function questionOf({ questions }: Quiz, position: number): { id: string; answers: [string, string, string] } {
  const question = questions[position];
  if (question === undefined) throw new Error(`There is no question ${position}`);
  return { id: question.id, answers: question.answers.map(({ id }) => id) as [string, string, string] };
}

async function timedOutOf(quizId: string, attemptId: string): Promise<boolean | undefined> {
  const { data } = await player.api.GET('/quizzes/{id}/attempts/{attemptId}', {
    params: { path: { id: quizId, attemptId } },
  });
  return data?.timedOut;
}

/** Three questions; in each the first answer is wrong and the other two are correct. */
const TWO_CORRECT = quizBody(0, {
  maxAttempts: 10,
  questions: ['One', 'Two', 'Three'].map((text) => ({
    text,
    answers: [
      { text: 'Wrong', isCorrect: false },
      { text: 'Right', isCorrect: true },
      { text: 'Right', isCorrect: true },
    ],
  })),
});

describe('POST /quizzes/:id/attempts', () => {
  it('stores the reference of the client, and lists show it', async () => {
    const quiz = await createQuiz(admin, TWO_CORRECT);
    const params = { path: { id: quiz.id } };
    const named = { ...attemptAt(quiz, 0), reference: 'exam/17 é' };
    const { attemptId } = await submitAccepted(player, quiz.id, named);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 0));
    const { data: list } = await player.api.GET('/quizzes/{id}/attempts', { params });
    expect(list?.attempts.map((attempt) => attempt.reference)).toEqual([undefined, 'exam/17 é']);
    const path = { id: quiz.id, attemptId };
    const { data: single } = await player.api.GET('/quizzes/{id}/attempts/{attemptId}', { params: { path } });
    expect(single?.reference).toBe('exam/17 é');
    const long = await submit(player, quiz.id, { ...named, reference: 'é'.repeat(256) });
    expect([long.status, long.error]).toEqual([400, 'reference: must have 1 to 255 characters']);
  });

  it('returns the result, with the answers in the order of the questions', async () => {
    const quiz = await createQuiz(admin, TWO_CORRECT);
    const [first, second, third] = [questionOf(quiz, 0), questionOf(quiz, 1), questionOf(quiz, 2)];
    const submission = await submit(player, quiz.id, {
      totalTimeMs: 1_234,
      answers: [
        { questionId: third.id, answerId: third.answers[0] },
        { questionId: first.id, answerId: first.answers[2] },
        { questionId: second.id, answerId: second.answers[1] },
      ],
    });
    expect(submission).toEqual({
      status: 201,
      error: undefined,
      replayed: false,
      result: {
        attemptId: expect.stringMatching(UUID_V7) as unknown,
        correctCount: 2,
        totalQuestions: 3,
        percentage: 66.67,
        passed: false,
        totalTimeMs: 1_234,
        answers: [
          { questionId: first.id, answerId: first.answers[2], isCorrect: true, correctAnswerId: first.answers[2] },
          { questionId: second.id, answerId: second.answers[1], isCorrect: true, correctAnswerId: second.answers[1] },
          { questionId: third.id, answerId: third.answers[0], isCorrect: false, correctAnswerId: third.answers[1] },
        ],
      },
    });
  });

  it('counts omitted questions as wrong, and shows no answers for them', async () => {
    const quiz = await createQuiz(admin, TWO_CORRECT);
    const second = questionOf(quiz, 1);
    const answers = [{ questionId: second.id, answerId: second.answers[1] }];
    expect(await submitAccepted(player, quiz.id, { totalTimeMs: 0, answers })).toMatchObject({
      correctCount: 1,
      totalQuestions: 3,
      percentage: 33.33,
      answers: [{ questionId: second.id, isCorrect: true }],
    });
  });

  it('accepts an attempt without answers', async () => {
    const quiz = await createQuiz(admin);
    expect(await submitAccepted(player, quiz.id, { totalTimeMs: 2_147_483_647, answers: [] })).toMatchObject({
      correctCount: 0,
      totalQuestions: 3,
      percentage: 0,
      passed: false,
      totalTimeMs: 2_147_483_647,
      answers: [],
    });
  });

  it.each([
    [0, 1, 0],
    [1, 1, 100],
    [1, 2, 50],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 7, 14.29],
    [1, 8, 12.5],
    [1, 32, 3.13],
    [3, 32, 9.38],
    [199, 200, 99.5],
  ])('returns for %i of %i the percentage %d', async (correct, questions, percentage) => {
    const quiz = await createQuiz(admin, quizBody(questions));
    const result = await submitAccepted(player, quiz.id, attemptAt(quiz, correct));
    expect(result).toMatchObject({ correctCount: correct, totalQuestions: questions, percentage });
  });

  it.each([
    [6, 10, false],
    [7, 10, true],
    [2, 3, false],
    [3, 4, true],
    [139, 200, false],
    [140, 200, true],
  ])('lets %i of %i pass at 70 percent: %s', async (correct, questions, passed) => {
    const quiz = await createQuiz(admin, quizBody(questions));
    expect(await submitAccepted(player, quiz.id, attemptAt(quiz, correct))).toMatchObject({ passed });
  });

  it('lets an attempt with 0 of 3 pass at PASS_PERCENTAGE=0', async () => {
    const lenient = await startService({ DATABASE_URL: service.databaseUrl, PASS_PERCENTAGE: '0' });
    try {
      const quiz = await createQuiz(admin);
      const { api } = await createPlayer(lenient);
      expect(await submitAccepted({ api }, quiz.id, attemptAt(quiz, 0))).toMatchObject({ passed: true });
    } finally {
      await lenient.close();
    }
  });

  it.each([
    ['within the limit', 10, 10_000, undefined, false],
    ['beyond the limit', 10, 10_001, undefined, true],
    ['beyond the limit, and says it is not', 10, 10_001, false, true],
    ['within the limit, and says it is', 10, 1, true, true],
    ['without a limit', 0, 2_147_483_647, undefined, false],
    ['without a limit, and says it is', 0, 1, true, true],
  ])('stores whether the attempt timed out: %s', async (_, timeLimitSeconds, totalTimeMs, timedOut, stored) => {
    const quiz = await createQuiz(admin, quizBody(1, { timeLimitSeconds }));
    const body = { ...attemptAt(quiz, 1, totalTimeMs), ...(timedOut !== undefined && { timedOut }) };
    const { attemptId } = await submitAccepted(player, quiz.id, body);
    expect(await timedOutOf(quiz.id, attemptId)).toBe(stored);
  });

  it('compares the time with the limit of the quiz when the attempt is recorded', async () => {
    const quiz = await createQuiz(admin, quizBody(1, { timeLimitSeconds: 10 }));
    await updateQuiz(admin, quiz.id, quizBody(1, { timeLimitSeconds: 1 }));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1, 1_001));
    expect(await timedOutOf(quiz.id, attemptId)).toBe(true);
  });

  it('lets a timed out attempt pass and rank like any other', async () => {
    const quiz = await createQuiz(admin, quizBody(1, { timeLimitSeconds: 1 }));
    const { passed } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1, 5_000));
    const { data } = await player.api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quiz.id } } });
    expect([passed, data?.leaderboard]).toEqual([
      true,
      [expect.objectContaining({ rank: 1, userId: player.userId, percentage: 100, totalTimeMs: 5_000 })],
    ]);
  });
});

describe('the attempt limit', () => {
  const REJECTED = { status: 409, error: 'Maximum attempts reached' };

  it('is one by default', async () => {
    const { maxAttempts: _, ...body } = quizBody();
    const quiz = await createQuiz(admin, body);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    expect(await submit(player, quiz.id, attemptAt(quiz, 3))).toMatchObject(REJECTED);
  });

  it('counts per user and quiz', async () => {
    const [quiz, other] = [await createQuiz(admin), await createQuiz(admin)];
    for (const correct of [0, 1, 2]) await submitAccepted(player, quiz.id, attemptAt(quiz, correct));
    expect(await submit(player, quiz.id, attemptAt(quiz, 3))).toMatchObject(REJECTED);
    expect(await submit(player, other.id, attemptAt(other, 3))).toMatchObject({ status: 201 });
    expect(await submit(admin, quiz.id, attemptAt(quiz, 3))).toMatchObject({ status: 201 });
  });

  it('is that of the quiz when the attempt is recorded', async () => {
    const quiz = await createQuiz(admin, quizBody(1, { maxAttempts: 1 }));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await updateQuiz(admin, quiz.id, quizBody(1, { maxAttempts: 2 }));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    expect(await submit(player, quiz.id, attemptAt(quiz, 1))).toMatchObject(REJECTED);
    await updateQuiz(admin, quiz.id, quizBody(1, { maxAttempts: 1 }));
    expect(await submit(player, quiz.id, attemptAt(quiz, 1))).toMatchObject(REJECTED);
  });
});
