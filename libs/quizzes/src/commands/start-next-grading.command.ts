import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';

/**
 * Starts the next grading of a quiz, in a transaction that holds its exclusive lock: a submission that was scored by the former one is
 * scored again. Returns the number of the new one.
 */
export class StartNextGrading extends Command<number> {
  constructor(
    readonly quizId: string,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

const INCREMENT = sql('UPDATE quizzes SET grading = grading + 1 WHERE id = $1 RETURNING grading');

@CommandHandler(StartNextGrading)
export class StartNextGradingHandler implements ICommandHandler<StartNextGrading> {
  async execute({ quizId, transaction }: StartNextGrading): Promise<number> {
    const [quiz] = await transaction.query<{ grading: number }>(INCREMENT, [quizId]);
    if (quiz === undefined) throw new Error('The quiz was deleted although it is locked');
    return quiz.grading;
  }
}
