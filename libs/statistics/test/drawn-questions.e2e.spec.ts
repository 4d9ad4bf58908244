// Attempts whose starts drew some of the questions: each question counts in the attempts that had it.
import {
  createPlayers,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import type { components } from '../../backoffice-ui/src/api.gen.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';
import { answersTo, save, type Start, startAccepted, submitStart } from '../../../test/support/starts.js';
import { readStatistics } from '../../../test/support/statistics.js';

const PLAYERS = 20;

let service: SharedService;
let quiz: Quiz;
/** Each player answers the first of the two drawn questions correctly, and leaves out the second. */
let starts: Start[];
let players: Player[];

beforeAll(async () => {
  service = await sharedService();
  const admin = await createPlayer(service, 'admin');
  quiz = await createQuiz(admin, quizBody(5, { requireStart: true, drawCount: 2, timeLimitSeconds: 600 }));
  players = await createPlayers(service, PLAYERS);
  starts = await Promise.all(players.map((player) => startAccepted(player, quiz.id)));
  for (const [index, start] of starts.entries()) {
    const { result } = await submitStart(players[index] as Player, start, answersTo(start, quiz, 2).slice(0, 1));
    expect(result).toMatchObject({ correctCount: 1, totalQuestions: 2, percentage: 50 });
  }
});

const drew = (questionId: string, at?: number) =>
  starts.filter(({ questions }) =>
    questions.some(({ id, order }) => id === questionId && (at === undefined || order === at)),
  ).length;

it('a start draws its questions, and takes answers to them only', async () => {
  expect(new Set(starts.map(({ questions }) => questions.length))).toEqual(new Set([2]));
  expect(new Set(starts.flatMap(({ questions }) => questions.map(({ id }) => id))).size).toBe(5);
  const player = await createPlayer(service);
  const start = await startAccepted(player, quiz.id);
  const drawn = new Set(start.questions.map(({ id }) => id));
  const other = quiz.questions.find(({ id }) => !drawn.has(id));
  const answers = [{ questionId: other?.id ?? '', answerId: other?.answers[0]?.id ?? '' }];
  const problem = 'answers[0].questionId: no question of this quiz';
  expect(await save(player, start, answers)).toEqual({ status: 400, error: problem });
  expect(await submitStart(player, start, answers)).toMatchObject({ status: 400, error: problem });
});

it('statistics count a question where it was drawn', async () => {
  const { attempts, questions, reliability } = await readStatistics(service, quiz.id);
  expect([attempts, reliability]).toEqual([PLAYERS, null]);
  expect(
    questions.map(({ questionId, attempts: had, correct, unanswered }) => [
      questionId,
      had,
      correct,
      unanswered.attempts,
    ]),
  ).toEqual(quiz.questions.map(({ id }) => [id, drew(id), drew(id, 0), drew(id, 1)]));
});

it('the grid shows other questions as absent', async () => {
  const { rows } = await service.backoffice.call<components['schemas']['AnswerGrid']>(
    'GET',
    `/quizzes/${quiz.id}/answer-grid`,
  );
  const outcomes = rows.map(({ answers }) => answers.toSorted().join());
  expect(outcomes).toEqual(Array(PLAYERS).fill('absent,absent,absent,correct,unanswered'));
});

it('the page of an attempt shows the drawn questions', async () => {
  const [start] = starts;
  const { questions } = await service.backoffice.call<{ questions: { id: string; isAnswered: boolean }[] }>(
    'GET',
    `/quizzes/${quiz.id}/attempts/${start?.id ?? ''}`,
  );
  expect(questions.map(({ id }) => id).toSorted()).toEqual(start?.questions.map(({ id }) => id).toSorted());
  expect(questions.filter(({ isAnswered }) => isAnswered)).toHaveLength(1);
});

it('a regrade changes the attempts that had the question, as its preview says', async () => {
  const id = quiz.questions[0]?.id ?? '';
  const rule = { kind: 'everyone', answers: [] };
  const path = `/quizzes/${quiz.id}/versions/1/questions/${id}`;
  const preview = await service.backoffice.call<{ attempts: number }>('POST', `${path}/regrade-preview`, rule);
  expect(preview.attempts).toBe(drew(id, 1));
  await service.backoffice.call('PUT', `${path}/regrade`, { ...rule, reason: 'Both are correct', grading: 0 });
  const expected = starts.map(({ questions }) => (questions[1]?.id === id ? 2 : 1));
  const results = await Promise.all(
    starts.map(async (start, index) => {
      const { data } = await (players[index] as Player).api.GET('/quizzes/{id}/attempts/{attemptId}', {
        params: { path: { id: quiz.id, attemptId: start.id } },
      });
      return data?.correctCount;
    }),
  );
  expect(results).toEqual(expected);
});
