import type { QueryBus } from '@nestjs/cqrs';
import { GetQuizContent, type QuizContent, QuizNotFound } from '#libs/quizzes';

/** The questions of a version that exists. @throws QuizNotFound if the quiz was deleted in the meantime */
export async function getContent(queries: QueryBus, quizId: string, version: number): Promise<QuizContent> {
  const content = await queries.execute(new GetQuizContent(quizId, version));
  if (content === undefined) throw new QuizNotFound();
  return content;
}
