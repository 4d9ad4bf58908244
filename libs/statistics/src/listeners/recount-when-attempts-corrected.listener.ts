import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AttemptsCorrected, type RecordedAttempt } from '#libs/attempts';
import { ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';
import { GetQuizContent } from '#libs/quizzes';
import { addTally } from '../add-tally.js';
import { QuizTally } from '../quiz-tally.js';
import { STATISTICS } from '../statistics-lock.js';
import { tallyOf } from '../tally.js';

/** Those of the attempts $1 that wait to be counted. They are read then, so they need no correction. */
const QUEUED = sql(`
  SELECT corrected.id FROM unnest($1::uuid[]) AS corrected (id)
  WHERE EXISTS (SELECT FROM attempts_to_count WHERE corrected.id = ANY (attempt_ids))`);

/** Subtracts and adds attempts that are counted. The activity of their days stays. */
@Injectable()
@ListensTo(AttemptsCorrected)
export class RecountWhenAttemptsCorrected implements TransactionListener<AttemptsCorrected> {
  readonly locks = () => [STATISTICS()];

  constructor(private readonly queries: QueryBus) {}

  async handle({ quizId, removed, added }: AttemptsCorrected, transaction: Transaction): Promise<void> {
    const ids = [...removed, ...added].map(({ attemptId }) => attemptId);
    const queued = new Set((await transaction.query<{ id: string }>(QUEUED, [ids])).map(({ id }) => id));
    const tally = (attempts: readonly RecordedAttempt[]) =>
      this.tally(
        quizId,
        attempts.filter(({ attemptId }) => !queued.has(attemptId)),
      );
    await addTally(transaction, (await tally(added)).minus(await tally(removed)));
  }

  private async tally(quizId: string, attempts: readonly RecordedAttempt[]): Promise<QuizTally> {
    const tally = new QuizTally(quizId);
    for (const attempt of attempts) {
      const content = await this.queries.execute(new GetQuizContent(quizId, attempt.version));
      if (content === undefined) continue;
      const day = attempt.completedAt.toISOString().slice(0, 10);
      tally.add(tallyOf([{ quizId, content, attempts: [{ ...attempt, answers: [...attempt.answers], day }] }]));
    }
    return tally;
  }
}
