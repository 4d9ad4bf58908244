import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';

/**
 * Lowers one of the numbers that `QuizDeleted` collected, because a part of what it counts is gone and will not be restored with the quiz.
 * Nothing happens if the quiz is not in the trash. The transaction holds its exclusive lock.
 */
export class LowerDeleted extends Command<void> {
  constructor(
    readonly quizId: string,
    readonly name: string,
    readonly by: number,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

const LOWER = sql(`
  UPDATE deleted_quizzes SET deleted = deleted || jsonb_build_object($2::text, (deleted ->> $2)::integer - $3::integer)
  WHERE id = $1`);

@CommandHandler(LowerDeleted)
export class LowerDeletedHandler implements ICommandHandler<LowerDeleted> {
  async execute({ quizId, name, by, transaction }: LowerDeleted): Promise<void> {
    await transaction.query(LOWER, [quizId, name, by]);
  }
}
