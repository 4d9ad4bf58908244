import fc from 'fast-check';
import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { findDifferences } from '../../../test/support/operations.js';
import { expectRegraded } from '../../../test/support/regraded-results.js';
import { effectsOf, readResults } from '../../../test/support/regrade-effects.js';
import {
  type Counting,
  errorOf,
  isEqual,
  listRegrades,
  previewRegrade,
  readStored,
  regrade,
  requestRegrade,
  setStepSize,
  undoRegrade,
  untilRegraded,
} from '../../../test/support/regrades.js';
import { type Service, startService } from '../../../test/support/service.js';
import { readStatistics } from '../../../test/support/statistics.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(() => setStepSize(service, 1_000));

const submitAll = async (quiz: Quiz, players: readonly Player[], correct: number) => {
  for (const by of players) await submitAccepted(by, quiz.id, attemptAt(quiz, correct));
};

/** The body with another text at the third question. */
const reworded = (body: QuizBody, text: string): QuizBody => ({
  ...body,
  questions: body.questions.map((question, at) => (at === 2 ? { ...question, text } : question)),
});

/** The body with these answers of a question as the correct ones. */
const withKey = (body: QuizBody, at: number, key: readonly number[]): QuizBody => ({
  ...body,
  questions: body.questions.map((question, index) =>
    index === at
      ? { ...question, answers: question.answers.map(({ text }, one) => ({ text, isCorrect: key.includes(one) })) }
      : question,
  ),
});

const readAttempt = async (by: Player, id: string, attemptId: string) =>
  (await by.api.GET('/quizzes/{id}/attempts/{attemptId}', { params: { path: { id, attemptId } } })).data;

const restore = (id: string, version: number) =>
  service.backoffice.call<Quiz>('PUT', `/quizzes/${id}/versions/${version}/restoration`);

it('a regrade counts and changes the attempts at all versions that have the question, and so does its undoing', async () => {
  const body = quizBody(3);
  const first = await createQuiz(admin, body);
  const { id } = first;
  const players = await createPlayers(service, 3);
  await submitAll(first, players, 3);
  await submitAll(await updateQuiz(admin, id, reworded(body, 'Reworded')), players.slice(1), 3);
  const third = await updateQuiz(admin, id, reworded(body, 'Reworded again'));
  const original = await readStored(service.databaseUrl, id);
  const wanted = { quiz: third, version: 3, question: 0, counts: [1] };
  expect(await previewRegrade(service, wanted)).toMatchObject({
    attempts: 5,
    versions: [
      { version: 2, attempts: 2, attemptsChanged: 2 },
      { version: 1, attempts: 3, attemptsChanged: 3 },
    ],
  });
  const done = await regrade(service, wanted);
  expect(done).toMatchObject({ handled: 5, changed: 5 });
  await expectRegraded([service], admin, id);
  await undoRegrade(service, id, done.id);
  expect(await readStored(service.databaseUrl, id)).toEqual(original);
  await expectRegraded([service], admin, id);
});

it('a corrected key keeps the statistics of its question, and a regrade corrects the earlier attempts', async () => {
  const body = quizBody(3);
  const wrong = await createQuiz(admin, withKey(body, 0, [1]));
  const { id } = wrong;
  await submitAll(wrong, await createPlayers(service, 5), 1);
  const corrected = await updateQuiz(admin, id, body);
  const [player] = await createPlayers(service, 1);
  await submitAll(corrected, player === undefined ? [] : [player], 1);
  expect(corrected.questions[0]?.id).not.toBe(wrong.questions[0]?.id);
  const statisticsOf = async () => (await readStatistics(service, id)).questions;
  expect(await statisticsOf()).toMatchObject([
    { attempts: 6, correct: 6, gradedOtherwise: 5, answers: [{ attempts: 1 }, { attempts: 5 }] },
    { attempts: 6, gradedOtherwise: 0 },
    { attempts: 6, gradedOtherwise: 0 },
  ]);
  await expectRegraded([service], admin, id);
  const grid = await service.backoffice.call('GET', `/quizzes/${id}/answer-grid`);
  expect(grid).toMatchObject({ rows: Array(6).fill({ answers: ['correct', 'wrong', 'wrong'] }) });
  const wanted = { quiz: corrected, version: 2, question: 0, counts: [0] };
  expect((await previewRegrade(service, wanted)).versions).toEqual([
    { version: 2, attempts: 1, attemptsChanged: 0 },
    { version: 1, attempts: 5, attemptsChanged: 5 },
  ]);
  expect(await regrade(service, wanted)).toMatchObject({ handled: 6, changed: 5 });
  expect(await statisticsOf()).toMatchObject([{ attempts: 6, correct: 1, gradedOtherwise: 0 }, {}, {}]);
  await expectRegraded([service], admin, id);
});

it('later versions follow a regrade while the question keeps its id, and not if its correct answers are changed', async () => {
  const body = quizBody(3);
  const first = await createQuiz(admin, body);
  const { id } = first;
  await regrade(service, { quiz: first, question: 0, counts: 'everyone' });
  const scoreAt = async (quiz: Quiz) =>
    (await submitAccepted(await createPlayer(service), id, attemptAt(quiz, 0))).correctCount;
  expect(await scoreAt(await updateQuiz(admin, id, reworded(body, 'Reworded')))).toBe(1);
  expect(await scoreAt(await updateQuiz(admin, id, withKey(body, 0, [1])))).toBe(0);
  expect(await scoreAt(await restore(id, 1))).toBe(1);
  await expectRegraded([service], admin, id);
});

it('a repeated regrade is returned until another version has the question, and what counts already is rejected', async () => {
  const body = quizBody(3);
  const first = await createQuiz(admin, body);
  const { id } = first;
  const wanted = { quiz: first, question: 0, counts: [1] };
  const done = await regrade(service, wanted);
  expect(await regrade(service, wanted)).toEqual(done);
  // Now these answers count in both versions, by the regrade and by the content.
  const corrected = await updateQuiz(admin, id, withKey(body, 0, [1]));
  expect(await regrade(service, wanted)).toEqual(done);
  const there = { ...wanted, quiz: corrected, version: 2 };
  const error = [400, 'answers: these answers count already'];
  expect(await errorOf(await requestRegrade(service, there))).toEqual(error);
  await updateQuiz(admin, id, withKey(body, 0, [0, 1]));
  expect((await regrade(service, wanted)).id).not.toBe(done.id);
  expect((await listRegrades(service, id)).regrades).toHaveLength(2);
});

it('a regrade leaves out the last question of no version, and a later version of this question alone is scored', async () => {
  const body = quizBody(2);
  const alone = { ...body, questions: body.questions.slice(0, 1) };
  const first = await createQuiz(admin, alone);
  const { id } = first;
  const both = await updateQuiz(admin, id, body);
  const omission = { quiz: both, version: 2, question: 0, counts: 'omitted' as Counting };
  const error = [409, 'The last question that counts cannot be left out'];
  expect(await errorOf(await requestRegrade(service, omission))).toEqual(error);
  expect(await errorOf(await requestRegrade(service, { ...omission, question: 1 }))).toEqual([200, undefined]);
  const later = await updateQuiz(admin, id, { ...body, questions: body.questions.slice(1) });
  const result = await submitAccepted(await createPlayer(service), id, attemptAt(later, 1));
  expect(result).toMatchObject({ correctCount: 1, totalQuestions: 1 });
  await expectRegraded([service], admin, id);
});

it('a preview and an undoing know that a version is graded by its content if nothing else is left of it', async () => {
  const [one, two, three] = quizBody(3).questions as [QuizBody['questions'][number], never, never];
  const bodyOfOnly = (...questions: QuizBody['questions']): QuizBody => ({ ...quizBody(0), maxAttempts: 9, questions });
  const first = await createQuiz(admin, bodyOfOnly(one, two));
  const { id } = first;
  const players = await createPlayers(service, 4);
  await submitAll(first, players.slice(0, 3), 0);
  const omission = await regrade(service, { quiz: first, question: 0, counts: 'omitted' });
  const alone = await updateQuiz(admin, id, bodyOfOnly(one));
  await submitAll(alone, players.slice(3), 0);
  await submitAll(alone, players.slice(2), 1);
  // And one whose questions were left out in different versions.
  const others = await updateQuiz(admin, id, bodyOfOnly(two, three));
  const other = await regrade(service, { quiz: others, version: 3, question: 1, counts: 'omitted' });
  const both = await updateQuiz(admin, id, bodyOfOnly(one, three));
  await submitAll(both, players, 1);
  const wanted = { quiz: first, question: 0, counts: 'everyone' as Counting };
  const preview = await previewRegrade(service, wanted);
  const before = await readResults(service.databaseUrl, admin, id);
  const done = await regrade(service, wanted);
  const after = await readResults(service.databaseUrl, admin, id);
  expect(preview).toMatchObject(effectsOf(before, after, [4, 2, 1]));
  expect(await errorOf(await requestRegrade(service, wanted))).toEqual([200, undefined]);
  await expectRegraded([service], admin, id);
  await undoRegrade(service, id, done.id);
  expect(await readResults(service.databaseUrl, admin, id)).toEqual(before);
  for (const undone of [omission, other]) await undoRegrade(service, id, undone.id);
  await expectRegraded([service], admin, id);
});

it('an attempt shows regradedAt while its score differs from the first one', async () => {
  const quiz = await createQuiz(admin, quizBody(3));
  const player = await createPlayer(service);
  const wanted = { quiz, question: 0, counts: 'omitted' as Counting };
  const early = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
  const omission = await regrade(service, wanted);
  const late = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
  const regraded = async () => {
    const attempts = await Promise.all([early, late].map(({ attemptId }) => readAttempt(player, quiz.id, attemptId)));
    return attempts.map((attempt) => attempt !== undefined && 'regradedAt' in attempt);
  };
  expect(await regraded()).toEqual([true, false]);
  const other = await regrade(service, { ...wanted, counts: [1] });
  expect(await regraded()).toEqual([true, true]);
  await undoRegrade(service, quiz.id, other.id);
  expect(await regraded()).toEqual([true, false]);
  await undoRegrade(service, quiz.id, omission.id);
  expect(await regraded()).toEqual([false, true]);
  await regrade(service, { ...wanted, counts: 'everyone' });
  expect(await regraded()).toEqual([false, true]);
});

it('GET /admin/api/quizzes/:id/attempts-by-version counts attempts without voided ones, and a deletion says how many go', async () => {
  const body = quizBody(3);
  const first = await createQuiz(admin, body);
  const { id } = first;
  const players = await createPlayers(service, 3);
  await submitAll(first, players, 3);
  await updateQuiz(admin, id, withKey(body, 0, [1]));
  await submitAll(await updateQuiz(admin, id, reworded(body, 'Reworded')), players.slice(1), 3);
  const voided = await submitAccepted(await createPlayer(service), id, attemptAt(first, 3));
  const path = `/quizzes/${id}/attempts/${voided.attemptId}/void`;
  await service.backoffice.request('PUT', path, { reason: 'A mistake' });
  expect(await service.backoffice.call('GET', `/quizzes/${id}/attempts-by-version`)).toEqual({
    versions: [
      { version: 3, attempts: 2 },
      { version: 1, attempts: 3 },
    ],
  });
  await deleteQuiz(admin, id);
  const entries = `SELECT details FROM audit_entries WHERE subject_id = $1 AND action = 'quiz.deleted'`;
  expect(await query(service.databaseUrl, entries, [id])).toEqual([{ details: { attempts: 6 } }]);
  expect((await service.backoffice.request('GET', `/quizzes/${id}/attempts-by-version`)).status).toBe(404);
});

/** Whole numbers from which a run takes its choices. */
const choice = fc.nat({ max: 999 });

const deeds = fc.array(
  fc.record({
    deed: fc.constantFrom('attempt', 'attempt', 'edit', 'edit', 'restore', 'regrade', 'regrade', 'regrade', 'undo'),
    choices: fc.tuple(choice, choice, choice, choice),
  }),
  { minLength: 12, maxLength: 16 },
);

const COUNTINGS: Counting[] = [[0], [1], [0, 1], 'everyone', 'omitted'];

/** Some questions have the same text, two are equal except for what is correct, and edits move, copy, reword and correct them. */
const EDITS: ((body: QuizBody, at: number) => QuizBody)[] = [
  (body, at) => withKey(body, at % body.questions.length, [0]),
  (body, at) => withKey(body, at % body.questions.length, [1]),
  (body) => ({ ...body, questions: body.questions.toReversed() }),
  (body, at) => ({ ...body, questions: [...body.questions, ...body.questions.slice(at % 2, (at % 2) + 1)].slice(-5) }),
  (body, at) => reworded(body, `Reworded ${at % 3}`),
];

const bodyOf = ({ questions }: Quiz): QuizBody =>
  quizBody(0, {
    maxAttempts: 9,
    questions: questions.map(({ text, imageUrl, answers }) => ({
      text,
      imageUrl,
      answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
    })),
  });

it('after any edits, restorations, regrades and undoings all results follow from the answers and the texts of the questions', async () => {
  const players = await createPlayers(service, 3);
  let regrades = 0;
  const property = fc.asyncProperty(deeds, async (sequence) => {
    const versions = [await createQuiz(admin, quizBody(3, { maxAttempts: 9 }))];
    const [{ id }] = versions as [Quiz];
    const open: string[] = [];
    const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length] as Item;
    const save = (quiz: Quiz) => {
      const isSame = quiz.questions.every((question, at) => question.id === versions.at(-1)?.questions[at]?.id);
      if (!isSame || quiz.questions.length !== versions.at(-1)?.questions.length) versions.push(quiz);
    };
    for (const { deed, choices } of sequence) {
      const [a, b, c, d] = choices;
      const current = versions.at(-1) as Quiz;
      if (deed === 'attempt') {
        const quiz = pick([current, ...versions], a);
        const answers = quiz.questions.map(({ id: questionId, answers: all }, at) => ({
          questionId,
          answerId: pick(all, (b >> at) & 1).id,
        }));
        const body = { totalTimeMs: 1 + d, answers: c % 3 === 0 ? answers.slice(1) : answers };
        await submitAccepted(pick(players, c), id, body);
      } else if (deed === 'edit') save(await updateQuiz(admin, id, pick(EDITS, a)(bodyOf(current), b)));
      else if (deed === 'restore') save(await restore(id, 1 + (a % versions.length)));
      else if (deed === 'undo') {
        const [regradeId] = open.splice(a % Math.max(1, open.length), 1);
        if (regradeId === undefined) continue;
        const response = await service.backoffice.request('DELETE', `/quizzes/${id}/regrades/${regradeId}`);
        expect(response.status).toBe(200);
        await untilRegraded(service.databaseUrl);
      } else {
        const version = 1 + (a % versions.length);
        const quiz = pick(versions, a);
        const wanted = { quiz, version, question: b % quiz.questions.length, counts: pick(COUNTINGS, c) };
        const named = quiz.questions[wanted.question];
        const before = await readResults(service.databaseUrl, admin, id);
        setStepSize(service, 1 + (d % 3));
        const response = await requestRegrade(service, wanted);
        await untilRegraded(service.databaseUrl);
        expect([200, 400, 409]).toContain(response.status);
        if (response.status !== 200) continue;
        const { id: regradeId } = (await response.json()) as { id: string };
        if (open.includes(regradeId)) continue;
        open.push(regradeId);
        regrades++;
        const after = await readResults(service.databaseUrl, admin, id);
        await undoRegrade(service, id, regradeId);
        await untilRegraded(service.databaseUrl);
        expect(await readResults(service.databaseUrl, admin, id)).toEqual(before);
        const asked = [...versions.entries()].filter(([, { questions }]) =>
          questions.some((question) => named !== undefined && isEqual(question, named)),
        );
        const effects = effectsOf(
          before,
          after,
          asked.map(([index]) => index + 1),
        );
        expect(await previewRegrade(service, wanted)).toMatchObject(effects);
        open.splice(open.indexOf(regradeId), 1, (await regrade(service, wanted)).id);
        await untilRegraded(service.databaseUrl);
      }
      await expectRegraded([service], admin, id);
    }
  });
  await fc.assert(property, { numRuns: 2, seed: 78, endOnFailure: true });
  expect(regrades).toBeGreaterThan(3);
  expect(await findDifferences(service)).toEqual([]);
});
