import { type AttemptResult, submit, submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  type AttemptBody,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
});

type QuestionBody = QuizBody['questions'][number];

/** A question with a text of its own; its first answer is correct. */
const question = (text: string): QuestionBody => ({
  text,
  answers: [
    { text: 'Right', isCorrect: true },
    { text: 'Wrong', isCorrect: false },
  ],
});

/** A quiz of these questions. */
const quizOf = (...questions: (string | QuestionBody)[]) =>
  quizBody(0, {
    maxAttempts: 1_000,
    questions: questions.map((each) => (typeof each === 'string' ? question(each) : each)),
  });

/** Creates a quiz of the first body and updates it to the others. @returns its versions, the oldest first */
async function editedQuiz<Bodies extends QuizBody[]>(...bodies: Bodies): Promise<{ [Index in keyof Bodies]: Quiz }> {
  const [first, ...others] = bodies;
  const versions = [await createQuiz(admin, first)];
  for (const body of others) versions.push(await updateQuiz(admin, versions[0]?.id ?? '', body));
  return versions as { [Index in keyof Bodies]: Quiz };
}

/** Right answers to the questions of a version that have these texts. */
function answersTo(version: Quiz, ...texts: string[]): AttemptBody {
  return attemptAt(
    { questions: texts.flatMap((text) => version.questions.filter((each) => each.text === text)) },
    texts.length,
  );
}

/** The texts of a version's questions in the order in which a result shows their answers. */
const textsOf = ({ answers }: AttemptResult, version: Quiz) =>
  answers.map(({ questionId }) => version.questions.find(({ id }) => id === questionId)?.text);

describe('POST /quizzes/{id}/attempts scores', () => {
  it('by the version with exactly the answered questions', async () => {
    const [two, three, other] = await editedQuiz(quizOf('A', 'B'), quizOf('A', 'B', 'C'), quizOf('B', 'D'));
    for (const [version, texts] of [
      [two, ['A', 'B']],
      [three, ['A', 'B', 'C']],
      [other, ['B', 'D']],
    ] as const) {
      const result = await submitAccepted(player, version.id, answersTo(version, ...texts));
      expect(result).toMatchObject({ correctCount: texts.length, totalQuestions: texts.length, percentage: 100 });
      expect(result.answers.every(({ isCorrect }) => isCorrect)).toBe(true);
    }
  });

  it('by an older version with exactly the answered questions instead of a newer one with more', async () => {
    const [one] = await editedQuiz(quizOf('A'), quizOf('A', 'B'), quizOf('A', 'B', 'C'));
    expect(await submitAccepted(player, one.id, answersTo(one, 'A'))).toMatchObject({ totalQuestions: 1 });
  });

  it.each([
    ['less than 24 hours ago', 0, 23.9, 1],
    ['24 hours ago', 0, 24.1, 10],
    ['less than its time limit ago', 48 * 3_600, 47.9, 1],
    ['its time limit ago', 48 * 3_600, 48.1, 10],
  ])(
    'by an older version with exactly the answered questions if it was replaced %s',
    async (_, limit, hours, count) => {
      const settings = { timeLimitSeconds: limit };
      const ten = quizBody(10, { ...settings, maxAttempts: 10 });
      const [one] = await editedQuiz({ ...ten, questions: ten.questions.slice(0, 1) }, ten);
      await query(
        service.databaseUrl,
        `UPDATE quiz_versions SET created_at = now() - make_interval(secs => $2) WHERE quiz_id = $1`,
        [one.id, hours * 3_600],
      );
      expect(await submitAccepted(player, one.id, attemptAt(one, 1))).toMatchObject({ totalQuestions: count });
    },
  );

  it('by the newest version with all answered questions, once the one with exactly these is outdated', async () => {
    const [one] = await editedQuiz(quizOf('A'), quizOf('A', 'B'), quizOf('C'));
    await query(
      service.databaseUrl,
      `UPDATE quiz_versions SET created_at = now() - interval '25 hours' WHERE quiz_id = $1`,
      [one.id],
    );
    expect(await submitAccepted(player, one.id, answersTo(one, 'A'))).toMatchObject({ totalQuestions: 2 });
  });

  it('by the newest of several versions with exactly the answered questions', async () => {
    const [first, , last] = await editedQuiz(quizOf('A', 'B'), quizOf('A', 'B', 'C'), quizOf('B', 'A'), quizOf('D'));
    const result = await submitAccepted(player, first.id, answersTo(first, 'A', 'B'));
    expect(textsOf(result, last)).toEqual(['B', 'A']);
  });

  it('by the newest version with all answered questions if none has exactly these', async () => {
    const [first] = await editedQuiz(
      quizOf('A', 'B', 'C', 'D', 'E'),
      quizOf('A', 'B', 'C', 'D'),
      quizOf('B', 'C', 'D'),
      quizOf('X'),
    );
    const by = async (...texts: string[]) =>
      (await submitAccepted(player, first.id, answersTo(first, ...texts))).totalQuestions;
    expect([await by('A'), await by('E'), await by('C', 'A'), await by('B', 'D')]).toEqual([4, 5, 4, 3]);
  });

  it('by the current version if it has all answered questions', async () => {
    const [first, second] = await editedQuiz(quizOf('A', 'B', 'C'), quizOf('C', 'A', 'B', 'D'));
    const result = await submitAccepted(player, first.id, answersTo(first, 'A', 'C'));
    expect([result.totalQuestions, textsOf(result, second)]).toEqual([4, ['C', 'A']]);
  });

  it('by the current version if there are no answers', async () => {
    const [first] = await editedQuiz(quizOf('A', 'B', 'C'), quizOf('X', 'Y'));
    const result = await submitAccepted(player, first.id, { totalTimeMs: 1, answers: [] });
    expect(result).toMatchObject({ correctCount: 0, totalQuestions: 2, answers: [] });
  });

  it('by the current version, which rejects the attempt, if no version has all answered questions', async () => {
    const [first, , last] = await editedQuiz(quizOf('A', 'B'), quizOf('C'), quizOf('D', 'B'));
    const mixed = [answersTo(first, 'A'), answersTo(last, 'D', 'B')].flatMap(({ answers }) => answers);
    expect(await submit(player, first.id, { totalTimeMs: 1, answers: mixed })).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^answers\[0\]\.questionId: [^;]+$/) as unknown,
    });
  });

  it('with the answers of the question in that version', async () => {
    const turned = {
      text: 'A',
      answers: question('A').answers.map((each) => ({ ...each, isCorrect: !each.isCorrect })),
    };
    const [before, after] = await editedQuiz(quizOf('A', 'B'), quizOf(turned, 'B'));
    const taken = answersTo(before, 'A', 'B');
    expect(await submitAccepted(player, before.id, taken)).toMatchObject({ correctCount: 2 });
    expect(await submitAccepted(player, before.id, attemptAt(after, 2))).toMatchObject({ correctCount: 2 });
    const [old, fresh] = [before.questions[0], after.questions[0]];
    expect(fresh?.id).not.toBe(old?.id);
    const answers = [{ questionId: old?.id ?? '', answerId: fresh?.answers[0]?.id ?? '' }];
    expect(await submit(player, before.id, { totalTimeMs: 1, answers })).toMatchObject({ status: 400 });
  });

  it('by the only version if an update changed no question', async () => {
    const [first, second] = await editedQuiz(quizOf('A', 'B'), { ...quizOf('A', 'B'), title: 'Renamed' });
    expect(second.questions).toEqual(first.questions);
    expect(await submitAccepted(player, first.id, answersTo(first, 'B', 'A'))).toMatchObject({ totalQuestions: 2 });
  });
});

/** Edits of a quiz: each returns the questions changed. */
type Edit = (questions: QuestionBody[], edit: number) => QuestionBody[];
const EDITS: Edit[] = [
  (questions, edit) => [question(`Changed ${edit}`), ...questions.slice(1)],
  (questions, edit) => [...questions, question(`Added ${edit}`)],
  (questions) => questions.slice(1),
  (questions) => questions.toReversed(),
  ([first, ...others], edit) => [
    { text: first?.text ?? '', answers: [{ text: `Edited ${edit}`, isCorrect: false }, ...(first?.answers ?? [])] },
    ...others,
  ],
];

/** The result that an attempt must have, by the version it was taken from; answers by their question. */
function expectedResult(version: Quiz, { answers, totalTimeMs }: AttemptBody): unknown {
  const scored = answers.map(({ questionId, answerId }) => {
    const chosenFrom = version.questions.find(({ id }) => id === questionId)?.answers ?? [];
    const isCorrect = chosenFrom.find(({ id }) => id === answerId)?.isCorrect;
    const correctAnswerId = isCorrect === true ? answerId : chosenFrom.find((answer) => answer.isCorrect)?.id;
    return { questionId, answerId, isCorrect, correctAnswerId };
  });
  const correctCount = scored.filter(({ isCorrect }) => isCorrect).length;
  const totalQuestions = version.questions.length;
  return {
    attemptId: expect.any(String) as unknown,
    correctCount,
    totalQuestions,
    percentage: Math.round((10_000 * correctCount) / totalQuestions) / 100,
    passed: correctCount / totalQuestions >= 0.7,
    totalTimeMs,
    answers: byQuestion(scored),
  };
}

const byQuestion = <Item extends { questionId: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.questionId < other.questionId ? -1 : 1));

describe('while a quiz is edited', () => {
  it('scores complete attempts by the version that the player read', async () => {
    const players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
    let version = await createQuiz(admin, quizOf('A', 'B', 'C', 'D'));
    const inFlight: Promise<unknown[]>[] = [];
    const late: (() => Promise<unknown[]>)[] = [];
    for (const [edit, update] of EDITS.entries()) {
      const taken = version;
      const attempts = players.map((by, index) => async () => {
        const body = attemptAt(taken, (edit + index) % (taken.questions.length + 1), index);
        const result = await submitAccepted(by, taken.id, body);
        return [{ ...result, answers: byQuestion(result.answers) }, expectedResult(taken, body)];
      });
      // Half of the attempts arrive during the next update, half of them after the last one.
      inFlight.push(...attempts.slice(0, 2).map((begin) => begin()));
      late.push(...attempts.slice(2));
      const questions = taken.questions.map(({ text, answers }) => ({
        text,
        answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
      }));
      version = await updateQuiz(admin, taken.id, quizOf(...update(questions, edit)));
    }
    inFlight.push(...late.map((begin) => begin()));
    const results = await Promise.all(inFlight);
    expect(results).toHaveLength(4 * EDITS.length);
    expect(results.map(([result]) => result)).toEqual(results.map(([, expected]) => expected));
  });
});
