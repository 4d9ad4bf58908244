import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { sql, UnitOfWork } from '#libs/database';
import { getProfile, UserNotFound } from '#libs/profiles';
import { GetQuizTitle, lockExistingQuiz } from '#libs/quizzes';
import type { GrantBody } from '../backoffice-attempts.dto.js';
import { MOVE_ENDS } from '../starts/open-start.js';

/** Sets what a user may do beyond the limits of a quiz, and moves the end of an open start. The same grant again changes nothing. @throws QuizNotFound, UserNotFound */
export class GrantLimits extends Command<void> {
  constructor(
    readonly quizId: string,
    readonly userId: string,
    readonly grant: GrantBody,
    readonly actor: Actor,
  ) {
    super();
  }
}

const GRANT = sql(`
  INSERT INTO attempt_counts AS stored (quiz_id, user_id, count, extra_attempts, extra_seconds) VALUES ($1, $2, 0, $3, $4)
  ON CONFLICT (quiz_id, user_id) DO UPDATE SET extra_attempts = excluded.extra_attempts, extra_seconds = excluded.extra_seconds
    WHERE (stored.extra_attempts, stored.extra_seconds) <> (excluded.extra_attempts, excluded.extra_seconds)
  RETURNING 1`);

@CommandHandler(GrantLimits)
export class GrantLimitsHandler implements ICommandHandler<GrantLimits> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, userId, grant, actor }: GrantLimits): Promise<void> {
    const { extraAttempts, extraSeconds, reason } = grant;
    const name = await this.queries.execute(new GetQuizTitle(quizId));
    const { isErased } = await getProfile(this.queries, userId);
    if (isErased === true) throw new UserNotFound();
    await this.unitOfWork.run(async (transaction) => {
      // Alone, because a start that is inserted at the same time would not see the grant.
      const quiz = await lockExistingQuiz(this.commands, quizId, transaction);
      const changed = await transaction.query(GRANT, [quizId, userId, extraAttempts, extraSeconds]);
      if (changed.length === 0) return;
      await transaction.query(MOVE_ENDS, [quizId, quiz.closesAt, userId]);
      const details = { userId, extraAttempts, extraSeconds };
      const subject = { kind: 'quiz', id: quizId, name };
      await transaction.publish(
        new Audited(actor, 'quiz.granted', subject, details, reason === undefined ? {} : { reason }),
      );
    });
  }
}
