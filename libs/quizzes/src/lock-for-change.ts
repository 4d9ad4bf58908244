import type { Transaction } from '#libs/database';
import { matchesRevision } from './etag.js';
import { QuizEntity } from './quiz.entity.js';
import { QuizChanged, QuizNotFound } from './quiz.errors.js';
import { QUIZ } from './quiz-locks.js';

/**
 * Takes a quiz's exclusive lock and reads the quiz under it: no attempt is recorded until the transaction ends.
 * @param ifMatch the header `If-Match`
 * @throws QuizNotFound, QuizChanged
 */
export async function lockForChange(
  transaction: Transaction,
  id: string,
  ifMatch: string | undefined,
): Promise<QuizEntity> {
  await transaction.lock([QUIZ(id)]);
  const quiz = await transaction.manager.findOneBy(QuizEntity, { id });
  if (quiz === null) throw new QuizNotFound();
  if (!matchesRevision(ifMatch, quiz.revision)) throw new QuizChanged();
  return quiz;
}
