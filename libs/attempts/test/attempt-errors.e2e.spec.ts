import { submit, submitAccepted } from '../../../test/support/attempts.js';
import {
  attemptAt,
  type AttemptBody,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

const UNKNOWN_ID = '019b76da-a800-7000-8000-000000000001';

let service: SharedService;
let admin: Player;
let player: Player;
let quiz: Quiz;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
  quiz = await createQuiz(admin);
});

type Answer = AttemptBody['answers'][number];

/** The names before the colons of `a: …; b: …`. */
const pathsOf = (error: string | undefined) => error?.split('; ').map((problem) => problem.split(':', 1)[0]);

describe('POST /quizzes/:id/attempts rejects', () => {
  /** Attempts at a quiz of three questions, each with its problem. */
  const invalid: [string, (good: AttemptBody & { answers: [Answer, Answer, Answer] }) => unknown, string[]][] = [
    ['no object', () => [], ['body']],
    ['nothing', () => ({}), ['answers', 'totalTimeMs']],
    ['answers that are null', (good) => ({ ...good, answers: null }), ['answers']],
    ['answers that are no list', (good) => ({ ...good, answers: { 0: good.answers[0] } }), ['answers']],
    ['too many answers', (good) => ({ ...good, answers: Array(201).fill(good.answers[0]) }), ['answers']],
    ['an answer that is no object', (good) => ({ ...good, answers: ['a'] }), ['answers[0]']],
    ['an empty answer', (good) => ({ ...good, answers: [{}] }), ['answers[0].questionId', 'answers[0].answerId']],
    [
      'ids that are no strings',
      ({ totalTimeMs }) => ({ totalTimeMs, answers: [{ questionId: 1, answerId: null }] }),
      ['answers[0].questionId', 'answers[0].answerId'],
    ],
    [
      'ids that no question could have',
      ({ totalTimeMs }) => ({ totalTimeMs, answers: [{ questionId: '', answerId: 'x' }] }),
      ['answers[0].questionId', 'answers[0].answerId'],
    ],
    ['an unknown field', (good) => ({ ...good, score: 100 }), ['score']],
    [
      'an unknown field of an answer',
      (good) => ({ ...good, answers: [{ ...good.answers[0], isCorrect: true }] }),
      ['answers[0].isCorrect'],
    ],
    ['no time', ({ answers }) => ({ answers }), ['totalTimeMs']],
    ['a negative time', (good) => ({ ...good, totalTimeMs: -1 }), ['totalTimeMs']],
    ['a fraction of a time', (good) => ({ ...good, totalTimeMs: 0.5 }), ['totalTimeMs']],
    ['too long a time', (good) => ({ ...good, totalTimeMs: 2_147_483_648 }), ['totalTimeMs']],
    ['a time in words', (good) => ({ ...good, totalTimeMs: '1000' }), ['totalTimeMs']],
    ['timedOut in words', (good) => ({ ...good, timedOut: 'true' }), ['timedOut']],
    [
      'a question named twice',
      ({ answers: [one, , two], ...good }) => ({ ...good, answers: [one, two, one] }),
      ['answers[2].questionId'],
    ],
    [
      'an unknown question',
      ({ answers: [one], ...good }) => ({ ...good, answers: [{ ...one, questionId: UNKNOWN_ID }] }),
      ['answers[0].questionId'],
    ],
    [
      "another question's answer",
      ({ answers: [one, two], ...good }) => ({ ...good, answers: [one, { ...two, answerId: one.answerId }] }),
      ['answers[1].answerId'],
    ],
    [
      'more answers than questions',
      (good) => ({ ...good, answers: [...good.answers, good.answers[0]] }),
      ['answers[3].questionId'],
    ],
  ];

  it.each(invalid)('%s with 400 and its path', async (_, spoil, paths) => {
    const good = attemptAt(quiz, 3) as Parameters<typeof spoil>[0];
    const { status, error } = await submit(player, quiz.id, spoil(good) as AttemptBody);
    expect([status, pathsOf(error)]).toEqual([400, paths]);
  });

  it('a question of another quiz with 400', async () => {
    const other = await createQuiz(admin);
    const { status, error } = await submit(player, quiz.id, attemptAt(other, 3));
    expect([status, pathsOf(error)]).toEqual([400, [0, 1, 2].map((index) => `answers[${index}].questionId`)]);
  });

  it('an attempt with 400 and at most ten problems', async () => {
    const answers = Array.from({ length: 20 }, () => ({ questionId: '', answerId: '' }));
    const { error } = await submit(player, quiz.id, { totalTimeMs: 1, answers });
    expect(pathsOf(error)).toHaveLength(10);
  });

  it.each([
    ['400 for what is no JSON', '{', 'application/json', 400, 'Request body is not valid JSON'],
    ['400 for nothing', undefined, 'application/json', 400, 'Request body is empty'],
    ['415 for another type', 'answers=', 'text/plain', 415, 'Content-Type must be application/json'],
  ])('with %s', async (_, body, type, status, error) => {
    const headers = { 'x-api-key': player.key, 'content-type': type };
    const answer = await send(service.url, 'POST', `/api/quizzes/${quiz.id}/attempts`, {
      headers,
      ...(body !== undefined && { body }),
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error }]);
  });

  it('a viewer with 403', async () => {
    const viewer = await createPlayer(service, 'viewer');
    expect(await submit(viewer, quiz.id, attemptAt(quiz, 3))).toMatchObject({
      status: 403,
      error: 'Insufficient permissions',
    });
  });

  it('an attempt without side effects', async () => {
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    expect(data).toMatchObject({ attempts: [], pagination: { total: 0 } });
  });

  it.each([UNKNOWN_ID, 'nonsense', UNKNOWN_ID.toUpperCase(), `${UNKNOWN_ID}0`])('quiz %s with 404', async (id) => {
    expect(await submit(player, id, attemptAt(quiz, 3))).toMatchObject({ status: 404, error: 'Quiz not found' });
  });

  it('a deleted quiz with 404', async () => {
    const gone = await createQuiz(admin);
    await deleteQuiz(admin, gone.id);
    expect(await submit(player, gone.id, attemptAt(gone, 3))).toMatchObject({ status: 404, error: 'Quiz not found' });
  });

  it('the shape first, then the quiz, then ids, then the limit', async () => {
    const used = await createQuiz(admin, quizBody(1, { maxAttempts: 1 }));
    await submitAccepted(player, used.id, attemptAt(used, 1));
    const foreign = attemptAt(quiz, 1);
    const answers = [
      submit(player, UNKNOWN_ID, { ...foreign, totalTimeMs: -1 }),
      submit(player, UNKNOWN_ID, foreign),
      submit(player, used.id, foreign),
      submit(player, used.id, attemptAt(used, 1)),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 404, 400, 409]);
  });
});
