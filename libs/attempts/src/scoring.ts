// The rules by which an attempt is scored. The unit tests show examples.
import { ValidationFailed } from '#libs/http';
import type { AttemptAnswer, SubmittedAnswerBody } from './attempts.dto.js';
import type { InspectedQuestion } from './backoffice-attempts.dto.js';
import { type GradedContent, type GradedQuestion, isCorrectAt, isCounted } from './regrading/grading-history.js';

const NO_POSITION = 'An attempt names a position that its version does not have';

/** A submitted answer by positions: of the question in the quiz, and of the answer in the question. */
export type AnswerPosition = [question: number, answer: number];

export interface Score {
  correctCount: number;
  totalQuestions: number;
  /** Integer basis points (1/100 %), rounded half up. */
  basisPoints: number;
  passed: boolean;
}

interface QuestionIndex {
  readonly position: number;
  readonly answers: ReadonlyMap<string, number>;
}

/** Contents never change: each is indexed once, while it is in memory. */
const indexes = new WeakMap<GradedContent, ReadonlyMap<string, QuestionIndex>>();

function indexOf(content: GradedContent): ReadonlyMap<string, QuestionIndex> {
  const known = indexes.get(content);
  if (known !== undefined) return known;
  const index = new Map(
    content.map(({ id, answers }, position) => [
      id,
      { position, answers: new Map(answers.map((answer, index) => [answer.id, index])) },
    ]),
  );
  indexes.set(content, index);
  return index;
}

/**
 * Finds the positions of submitted answers, in the order of the questions.
 * @param drawn the positions of the questions that were asked; null for all
 * @throws ValidationFailed with the problems of the answers, such as `answers[1].questionId: no question of this quiz`
 */
export function locate(
  content: GradedContent,
  submitted: readonly SubmittedAnswerBody[],
  drawn: readonly number[] | null = null,
): AnswerPosition[] {
  const questions = indexOf(content);
  const positions = new Map<number, AnswerPosition>();
  const problems: string[] = [];
  submitted.forEach(({ questionId, answerId }, index) => {
    const question = questions.get(questionId);
    if (question === undefined || drawn?.includes(question.position) === false) {
      problems.push(`answers[${index}].questionId: no question of this quiz`);
    } else if (positions.has(question.position)) {
      problems.push(`answers[${index}].questionId: this question is answered twice`);
    } else {
      const answer = question.answers.get(answerId);
      if (answer === undefined) problems.push(`answers[${index}].answerId: no answer of this question`);
      positions.set(question.position, [question.position, answer ?? -1]);
    }
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return [...positions.values()].sort(([one], [other]) => one - other);
}

/**
 * Scores an attempt; a question without an answer counts as wrong, unless everybody gets its point. If all questions that were asked are
 * left out, they count as the content of the version says.
 * @param passPercentage the lowest percentage that passes; the unrounded one is compared
 * @param drawn the positions of the questions that were asked; null for all
 */
export function score(
  content: GradedContent,
  positions: readonly AnswerPosition[],
  passPercentage: number,
  drawn: readonly number[] | null = null,
): Score {
  const chosen = new Map(positions);
  const questionAt = (at: number) => content[at] as GradedQuestion;
  const asked = drawn ?? content.map((_, at) => at);
  const counted = asked.filter((at) => isCounted(questionAt(at)));
  const scored = counted.length > 0 ? counted : asked;
  const correctCount = scored.filter((at) => isCorrectAt(questionAt(at), chosen.get(at))).length;
  const totalQuestions = scored.length;
  return {
    correctCount,
    totalQuestions,
    basisPoints: Math.floor((20_000 * correctCount + totalQuestions) / (2 * totalQuestions)),
    passed: 100 * correctCount >= passPercentage * totalQuestions,
  };
}

/**
 * The score of an attempt by another grading.
 * @returns undefined if it stays the same: then it is not judged again, even if the pass mark has changed since
 */
export function rescore(
  attempt: Pick<Score, 'correctCount' | 'totalQuestions'> & {
    readonly answers: readonly AnswerPosition[];
    readonly drawnQuestions: readonly number[] | null;
  },
  content: GradedContent,
  passPercentage: number,
): Score | undefined {
  const scored = score(content, attempt.answers, passPercentage, attempt.drawnQuestions);
  const isSame = scored.correctCount === attempt.correctCount && scored.totalQuestions === attempt.totalQuestions;
  return isSame ? undefined : scored;
}

/** The ids of the answers at these positions. */
export const answersAt = (content: GradedContent, positions: readonly AnswerPosition[]): SubmittedAnswerBody[] =>
  positions.map(([at, chosenAt]) => {
    const question = content[at];
    const answer = question?.answers[chosenAt];
    if (question === undefined || answer === undefined) throw new Error(NO_POSITION);
    return { questionId: question.id, answerId: answer.id };
  });

/** The answers of an attempt as a result shows them. */
export function scoredAnswers(content: GradedContent, positions: readonly AnswerPosition[]): AttemptAnswer[] {
  return positions.map(([at, chosenAt]) => {
    const question = content[at];
    const chosen = question?.answers[chosenAt];
    const correct = chosen?.isCorrect === true ? chosen : question?.answers.find(({ isCorrect }) => isCorrect);
    if (question === undefined || chosen === undefined || correct === undefined) {
      throw new Error(NO_POSITION);
    }
    const { id: questionId, explanation } = question;
    const answer = { questionId, answerId: chosen.id, isCorrect: chosen.isCorrect, correctAnswerId: correct.id };
    return explanation === undefined ? answer : { ...answer, explanation };
  });
}

/** The questions of an attempt, all of its version or those that were drawn, each with the answer that it chose. */
export function answeredQuestions(
  content: GradedContent,
  positions: readonly AnswerPosition[],
  drawn: readonly number[] | null = null,
): InspectedQuestion[] {
  const chosen = new Map(positions);
  return content.flatMap((question, at) => {
    if (drawn?.includes(at) === false) return [];
    const { id, text, imageUrl, answers, regrade = null, explanation } = question;
    const chosenAt = chosen.get(at);
    return {
      id,
      text,
      imageUrl,
      answers: answers.map((answer, index) => ({ ...answer, isChosen: index === chosenAt })),
      isCorrect: isCorrectAt(question, chosenAt),
      regrade,
      isAnswered: chosenAt !== undefined,
      ...(explanation !== undefined && { explanation }),
    };
  });
}
