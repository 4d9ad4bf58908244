import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { Database, sql, type Transaction, UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import {
  BeginGrading,
  type ContentQuestion,
  FindEqualQuestions,
  GetQuizTitle,
  LockQuizExclusively,
  QuizNotFound,
} from '#libs/quizzes';
import { RegradeNotFound } from '../attempt.errors.js';
import type { Regrade } from '../regrades.dto.js';
import {
  assertNoneInProgress,
  FIND_REGRADE,
  questionOf,
  type RegradeRow,
  toRegrades,
} from '../regrading/regrade-row.js';
import { RegradeSteps } from '../regrading/regrade-steps.js';
import { auditDetailsOf } from '../regrading/requested-regrade.js';

/**
 * Undoes a regrade in all versions that it applies to: an earlier regrade of its question that is not undone applies again, or the
 * content of the version. If a later regrade of the question applies, that one continues to. Changes nothing if it is undone already.
 * @throws QuizNotFound, RegradeNotFound, RegradeInProgress
 */
export class UndoRegrade extends Command<Regrade> {
  constructor(
    readonly quizId: string,
    readonly regradeId: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

const UNDO = sql(`
  UPDATE regrades SET undone_at = now(), undone_grading = $3,
    pending = true, reached_user_id = NULL, reached_id = NULL, handled = 0, changed = 0
  WHERE quiz_id = $1 AND id = $2`);

@CommandHandler(UndoRegrade)
export class UndoRegradeHandler implements ICommandHandler<UndoRegrade> {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly steps: RegradeSteps,
  ) {}

  async execute({ quizId, regradeId, actor }: UndoRegrade): Promise<Regrade> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    const [found] = isId(regradeId)
      ? await this.database.query<RegradeRow & object>(FIND_REGRADE, [quizId, regradeId])
      : [];
    if (found === undefined) throw new RegradeNotFound();
    const question = await questionOf(this.queries, found);
    const row = await this.unitOfWork.run((transaction) => this.undo(transaction, found, title, question, actor));
    if (row.isPending) void this.steps.applyPending();
    const [regrade] = await toRegrades(this.queries, [row]);
    return regrade as Regrade;
  }

  private async undo(
    transaction: Transaction,
    { quizId, id }: RegradeRow,
    title: string,
    question: ContentQuestion,
    actor: UserActor,
  ): Promise<RegradeRow> {
    if (!(await this.commands.execute(new LockQuizExclusively(quizId, transaction)))) throw new QuizNotFound();
    const read = async () =>
      (await transaction.query<RegradeRow & object>(FIND_REGRADE, [quizId, id]))[0] as RegradeRow;
    const regrade = await read();
    if (regrade.undoneAt !== null) return regrade;
    await assertNoneInProgress(transaction, quizId, id);
    const grading = await this.commands.execute(new BeginGrading(quizId, transaction));
    await transaction.query(UNDO, [quizId, id, grading]);
    const places = await this.queries.execute(new FindEqualQuestions(quizId, question, transaction));
    const undone = places.filter((place) => regrade.questionIds.includes(place.question.id));
    const subject = { kind: 'regrade', id, name: title };
    const details = { ...auditDetailsOf(quizId, undone, question, regrade), reason: regrade.reason };
    await transaction.publish(new Audited(actor, 'regrade.undone', subject, details));
    await this.steps.step(transaction, { quizId, id });
    return read();
  }
}
