import type { QueryBus } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import { ValidationFailed } from '#libs/http';
import {
  type AskedQuestion,
  type ContentQuestion,
  FindEqualQuestions,
  GetQuizContent,
  GetQuizTitle,
} from '#libs/quizzes';
import { LastQuestion, QuestionNotFound, RegradeInProgress } from '../attempt.errors.js';
import type { RegradePreviewBody } from '../regrades.dto.js';
import { type GradingHistory, readGradingHistory, type RegradeRule, ruleInContent } from './grading-history.js';

/** Which question to regrade, as a path names it: wherever it was asked, not in this version alone. */
export interface RegradedQuestion {
  quizId: string;
  version: number;
  questionId: string;
}

export interface RequestedRegrade {
  /** Of the quiz. */
  title: string;
  version: number;
  /** Position in the version. */
  position: number;
  question: ContentQuestion;
  rule: RegradeRule;
}

/** Finds what a request names. @throws QuizNotFound, VersionNotFound, QuestionNotFound, ValidationFailed */
export async function getRequested(
  queries: QueryBus,
  { quizId, version, questionId }: RegradedQuestion,
  { kind, answers }: RegradePreviewBody,
): Promise<RequestedRegrade> {
  const title = await queries.execute(new GetQuizTitle(quizId));
  const content = await queries.execute(new GetQuizContent(quizId, version));
  const position = content.findIndex(({ id }) => id === questionId);
  const question = content[position];
  if (question === undefined) throw new QuestionNotFound();
  if (kind === 'answers' && answers.length === 0) throw new ValidationFailed(['answers: must name an answer']);
  if (kind !== 'answers' && answers.length > 0) {
    throw new ValidationFailed(['answers: must be empty unless kind is answers']);
  }
  const positions = answers.map(({ answerId }) => question.answers.findIndex(({ id }) => id === answerId));
  const problems = positions.flatMap((at, index) => {
    if (at === -1) return `answers[${index}].answerId: no answer of this question`;
    return positions.indexOf(at) < index ? `answers[${index}].answerId: this answer is named twice` : [];
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  const rule = { kind, answers: positions.toSorted((one, other) => one - other) };
  return { title, version, position, question, rule };
}

/** A place where a question was asked, with the rule by which it is graded there. */
export interface GradedPlace extends AskedQuestion {
  rule: RegradeRule;
}

/** Where a question was asked, and how the quiz is graded now. */
export async function findPlaces(
  queries: QueryBus,
  reader: Reader,
  quizId: string,
  question: ContentQuestion,
): Promise<{ places: GradedPlace[]; gradings: GradingHistory }> {
  const asked = await queries.execute(new FindEqualQuestions(quizId, question, reader));
  const gradings = await readGradingHistory(reader, quizId);
  const places = asked.map((place) => {
    // A version whose questions are all left out is graded by its content.
    const regrade = gradings.isLeftOut(place.questionIds) ? undefined : gradings.regradeOf(place.question.id);
    return { ...place, rule: regrade ?? ruleInContent(place.question) };
  });
  return { places, gradings };
}

/** @throws RegradeInProgress if a regrade, other than the named one, has not been applied to all attempts */
export function assertNoneInProgress(gradings: GradingHistory, except?: string): void {
  if (gradings.isInProgress(except)) throw new RegradeInProgress();
}

export const idsOf = (places: readonly AskedQuestion[]): string[] => [
  ...new Set(places.map(({ question }) => question.id)),
];

/** @throws LastQuestion if a grading leaves out all questions of a version that has one of these */
export function assertQuestionsLeft(gradings: GradingHistory, places: readonly AskedQuestion[]): void {
  if (places.some(({ questionIds }) => gradings.isLeftOut(questionIds))) throw new LastQuestion();
}

/** What the audit log says about a regrade. */
export function auditDetailsOf(
  quizId: string,
  places: readonly AskedQuestion[],
  question: ContentQuestion,
  rule: RegradeRule,
) {
  const counts = {
    everyone: 'everybody',
    omitted: 'nobody, the question is left out',
    answers: rule.answers.flatMap((position) => question.answers[position]?.text ?? []),
  };
  const versions = [...new Set(places.map(({ version }) => version))].toReversed();
  return { quizId, versions, question: question.text, point: counts[rule.kind] };
}
