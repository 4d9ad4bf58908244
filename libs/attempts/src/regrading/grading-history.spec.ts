import type { QuizContent } from '#libs/quizzes';
import { answeredQuestions, score, scoredAnswers } from '../scoring.js';
import { GradingHistory, type NumberedRegrade, type RegradeKind } from './grading-history.js';
import { pointChanges } from './point-changes.js';

/** Three questions of three answers; the first answer of each is correct. */
const content: QuizContent = Array.from({ length: 3 }, (_, question) => ({
  id: `q${question}`,
  text: `Question ${question}`,
  imageUrl: null,
  answers: ['a', 'b', 'c'].map((letter, at) => ({ id: `q${question}${letter}`, text: letter, isCorrect: at === 0 })),
}));

const regradeOf = (question: number, kind: RegradeKind, rest: Partial<NumberedRegrade> = {}): NumberedRegrade => ({
  ...{
    id: '',
    questionIds: [`q${question}`],
    kind,
    answers: [],
    grading: 1,
    undoneGrading: null,
    pending: false,
  },
  ...rest,
});

const gradedBy = (...regrades: NumberedRegrade[]) => new GradingHistory(regrades).of(1, content);

describe('GradingHistory', () => {
  it('returns the content itself for versions without regrades that apply', () => {
    const gradings = new GradingHistory([regradeOf(0, 'everyone', { undoneGrading: 2 })]);
    expect(gradings.latest).toBe(2);
    expect(gradings.of(1, content)).toBe(content);
    expect(gradings.of(2, content)).toBe(content);
    expect(gradings.of(1, content, 0)).toBe(content);
    expect(gradings.of(1, content, 1)).not.toBe(content);
  });

  it('applies the newest regrade of a question, and after its undoing the one before', () => {
    const first = regradeOf(0, 'answers', { answers: [1] });
    const second = regradeOf(0, 'answers', { answers: [2], grading: 2, undoneGrading: 3 });
    const gradings = new GradingHistory([first, second]);
    const correctAt = (grading: number) =>
      gradings.of(1, content, grading)[0]?.answers.findIndex(({ isCorrect }) => isCorrect);
    expect([0, 1, 2, 3].map(correctAt)).toEqual([0, 1, 2, 1]);
    expect(gradings.of(1, content, 1)).toBe(gradings.of(1, content, 3));
    expect(gradings.of(1, content, 2)).not.toBe(gradings.of(1, content, 3));
  });

  const kindsAt = (gradings: GradingHistory, version: number, questions: QuizContent) =>
    gradings.of(version, questions).map(({ regrade }) => regrade);

  it('follows a question by its id into all versions, wherever it moved to', () => {
    const gradings = new GradingHistory([
      regradeOf(0, 'everyone'),
      regradeOf(1, 'omitted', { questionIds: ['q1', 'q9'] }),
    ]);
    const later = content.toReversed().map((question) => (question.id === 'q1' ? { ...question, id: 'q9' } : question));
    expect(kindsAt(gradings, 1, content)).toEqual(['everyone', 'omitted', undefined]);
    expect(kindsAt(gradings, 2, later)).toEqual([undefined, 'omitted', 'everyone']);
    const changed = content.map((question) => ({ ...question, id: `${question.id} changed` }));
    expect(gradings.of(3, changed)).toBe(changed);
  });

  it('leaves no version without a question that counts', () => {
    const gradings = new GradingHistory([regradeOf(0, 'omitted'), regradeOf(1, 'everyone')]);
    expect(kindsAt(gradings, 1, content)).toEqual(['omitted', 'everyone', undefined]);
    const later = content.slice(0, 1);
    expect(gradings.of(2, later)).toBe(later);
    expect(gradings.isLeftOut(['q0', 'q1', 'q2'])).toBe(false);
    expect(gradings.isLeftOut(['q0'])).toBe(true);
  });

  it('keeps one graded content of a version for the gradings of other versions, without looking at their regrades', () => {
    const versions = Array.from({ length: 10 }, (_, version) =>
      Array.from({ length: 200 }, (__, at) => ({ ...content[0], id: `${version} ${at}` }) as QuizContent[number]),
    );
    let looks = 0;
    const regrades = Array.from({ length: 200 }, (_, at) => {
      const regrade = regradeOf(0, 'everyone', { questionIds: [`${at % 10} ${at}`], grading: at + 1 });
      return Object.defineProperty({ ...regrade }, 'grading', { get: () => (looks++, at + 1) });
    });
    const gradings = new GradingHistory(regrades);
    const graded = versions.map(
      (questions, version) => new Set(regrades.map((_, at) => gradings.of(version, questions, at + 1))),
    );
    // As many as a version has regrades, and its content before the first.
    expect(graded.map(({ size }) => size)).toEqual([20, ...Array<number>(9).fill(21)]);
    expect(looks).toBeLessThan(200 * 200);
  });
});

describe('score by a grading', () => {
  it.each<[string, NumberedRegrade, [number, number][], number, number]>([
    ['other answers', regradeOf(0, 'answers', { answers: [1] }), [[0, 1]], 1, 3],
    ['not the former answer', regradeOf(0, 'answers', { answers: [1] }), [[0, 0]], 0, 3],
    ['several answers', regradeOf(0, 'answers', { answers: [0, 2] }), [[0, 2]], 1, 3],
    ['no answer where some count', regradeOf(0, 'answers', { answers: [1] }), [], 0, 3],
    ['any answer where everybody gets the point', regradeOf(0, 'everyone'), [[0, 2]], 1, 3],
    ['no answer where everybody gets the point', regradeOf(0, 'everyone'), [], 1, 3],
    ['the answer to an omitted question', regradeOf(0, 'omitted'), [[0, 0]], 0, 2],
  ])('%s', (_, regrade, positions, correctCount, totalQuestions) => {
    expect(score(gradedBy(regrade), positions, 70)).toMatchObject({ correctCount, totalQuestions });
  });

  it('measures the percentage by the questions that remain', () => {
    const graded = gradedBy(regradeOf(0, 'omitted'));
    expect(
      score(
        graded,
        [
          [0, 1],
          [1, 0],
          [2, 0],
        ],
        100,
      ),
    ).toMatchObject({ basisPoints: 10_000, passed: true });
  });

  it('shows an answer to an omitted question as its content says', () => {
    const graded = gradedBy(regradeOf(0, 'omitted'), regradeOf(1, 'everyone'));
    expect(
      scoredAnswers(graded, [
        [0, 1],
        [1, 2],
      ]),
    ).toEqual([
      { questionId: 'q0', answerId: 'q0b', isCorrect: false, correctAnswerId: 'q0a' },
      { questionId: 'q1', answerId: 'q1c', isCorrect: true, correctAnswerId: 'q1c' },
    ]);
    expect(answeredQuestions(graded, []).map(({ isCorrect, regrade }) => [isCorrect, regrade])).toEqual([
      [false, 'omitted'],
      [true, 'everyone'],
      [false, null],
    ]);
  });
});

it('pointChanges: is the difference of two scores', () => {
  const variants = [content, ...[[1], [0, 1]].map((answers) => gradedBy(regradeOf(0, 'answers', { answers })))];
  const all = [...variants, gradedBy(regradeOf(0, 'everyone')), gradedBy(regradeOf(0, 'omitted'))];
  for (const before of all) {
    for (const after of all) {
      const [former, next] = [before[0], after[0]];
      if (former === undefined || next === undefined) throw new Error('There is no question');
      const changes = pointChanges(former, next);
      const answers: [number, number][][] = [[], [[0, 0]], [[0, 1]], [[0, 2]]];
      const points = answers.map(
        (positions) => score(after, positions, 70).correctCount - score(before, positions, 70).correctCount,
      );
      expect([changes.unanswered, ...changes.answers]).toEqual(points);
      expect(changes.questions).toBe(score(after, [], 70).totalQuestions - score(before, [], 70).totalQuestions);
    }
  }
});
