import { ValidationFailed } from '#libs/http';
import { GetQuizContent, GetQuizTitle, type QuizContent, VersionNotFound } from '#libs/quizzes';
import type { QueryBus } from '@nestjs/cqrs';
import { QuestionNotFound } from '../attempt.errors.js';
import type { RegradePreviewBody } from '../regrades.dto.js';
import type { QuestionRegrade } from './gradings.js';

/** Which question of a version to regrade, as a path names it. */
export interface RegradedQuestion {
  quizId: string;
  version: number;
  questionId: string;
}

export interface RequestedRegrade {
  /** Of the quiz. */
  title: string;
  content: QuizContent;
  regrade: QuestionRegrade;
}

const MAX_VERSION = 2_147_483_647;

/** Finds what a request names. @throws QuizNotFound, VersionNotFound, QuestionNotFound, ValidationFailed */
export async function findRequested(
  queries: QueryBus,
  { quizId, version, questionId }: RegradedQuestion,
  { kind, answers }: RegradePreviewBody,
): Promise<RequestedRegrade> {
  const title = await queries.execute(new GetQuizTitle(quizId));
  const content = version <= MAX_VERSION ? await queries.execute(new GetQuizContent(quizId, version)) : undefined;
  if (content === undefined) throw new VersionNotFound();
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
  const sorted = positions.toSorted((one, other) => one - other);
  return { title, content, regrade: { version, question: position, kind, answers: sorted } };
}

/** Whether a regrade marks the same answers as the content of the question. */
export function isAsInContent(content: QuizContent, { question, kind, answers }: QuestionRegrade): boolean {
  const marked = content[question]?.answers ?? [];
  return kind === 'answers' && marked.every(({ isCorrect }, at) => isCorrect === answers.includes(at));
}
