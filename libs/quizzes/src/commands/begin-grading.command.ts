import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sql, type Transaction } from '#libs/database';

/**
 * Makes another grading of a quiz's attempts apply, in a transaction that holds the exclusive lock of the quiz. A submission that was
 * scored by the former one is scored again. Returns the number of the new one.
 */
export class BeginGrading extends Command<number> {
  constructor(
    readonly quizId: string,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

const INCREMENT = sql('UPDATE quizzes SET grading = grading + 1 WHERE id = $1 RETURNING grading');

@CommandHandler(BeginGrading)
export class BeginGradingHandler implements ICommandHandler<BeginGrading> {
  async execute({ quizId, transaction }: BeginGrading): Promise<number> {
    const [quiz] = await transaction.query<{ grading: number }>(INCREMENT, [quizId]);
    if (quiz === undefined) throw new Error('The quiz was deleted although it is locked');
    return quiz.grading;
  }
}
