import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { sql, UnitOfWork } from '#libs/database';
import { GetQuizTitle, lockExistingQuiz } from '#libs/quizzes';
import { AttemptReader } from '../attempt-reader.js';
import { AttemptsCorrected } from '../events/attempts-corrected.event.js';
import { POSITION } from '../feed/position.js';

/**
 * Voids an attempt, which then leaves leaderboards and statistics and counts for no limit; or restores it, even if its user then exceeds
 * the limit. Changes nothing if the attempt is in the wanted state already.
 * @throws QuizNotFound, AttemptNotFound
 */
export class VoidAttempt extends Command<void> {
  constructor(
    readonly quizId: string,
    readonly attemptId: string,
    /** Null restores the attempt. */
    readonly reason: string | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

/** Adds $4 to the count of the attempt's user. */
const CHANGE = sql(`
  WITH changed AS (
    UPDATE attempts SET voided_at = CASE WHEN $3::text IS NOT NULL THEN now() END, void_reason = $3,
      change_position = ${POSITION}
    WHERE quiz_id = $1 AND id = $2 RETURNING quiz_id, user_id
  )
  UPDATE attempt_counts AS made SET count = made.count + $4 FROM changed
  WHERE made.quiz_id = changed.quiz_id AND made.user_id = changed.user_id`);

@CommandHandler(VoidAttempt)
export class VoidAttemptHandler implements ICommandHandler<VoidAttempt> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly attempts: AttemptReader,
  ) {}

  async execute({ quizId, attemptId, reason, actor }: VoidAttempt): Promise<void> {
    const quiz = await this.queries.execute(new GetQuizTitle(quizId));
    const isRestored = reason === null;
    await this.unitOfWork.run(async (transaction) => {
      await lockExistingQuiz(this.commands, quizId, transaction);
      const attempt = await this.attempts.getRow(quizId, attemptId, transaction);
      if (isRestored === (attempt.voidedAt === null)) return;
      await transaction.query(CHANGE, [quizId, attemptId, reason, isRestored ? 1 : -1]);
      const changed = await this.attempts.getRow(quizId, attemptId, transaction);
      const [removed, added] = isRestored ? [[], [changed]] : [[changed], []];
      await transaction.publish(new AttemptsCorrected(quizId, removed, added));
      const { userId, applicationId } = attempt;
      const subject = { kind: 'attempt', id: attemptId };
      const details = {
        quiz,
        quizId,
        userId,
        ...(applicationId !== null && { applicationId }),
      };
      await transaction.publish(
        isRestored
          ? new Audited(actor, 'attempt.restored', subject, { ...details, voidReason: attempt.voidReason })
          : new Audited(actor, 'attempt.voided', subject, { ...details, reason }),
      );
    });
  }
}
