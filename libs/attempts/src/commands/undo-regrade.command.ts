import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Audited, type UserActor } from '#libs/audit';
import { type Transaction, UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import {
  type ContentQuestion,
  FindEqualQuestions,
  GetQuizTitle,
  lockExistingQuiz,
  StartNextGrading,
} from '#libs/quizzes';
import { RegradeNotFound } from '../attempt.errors.js';
import type { Regrade } from '../regrades.dto.js';
import { readGradingHistory } from '../regrading/grading-history.js';
import { assertNoneInProgress, auditDetailsOf } from '../regrading/regrade-request.js';
import { RegradeEntity } from '../regrading/regrade.entity.js';
import { RegradeSteps } from '../regrading/regrade-steps.js';
import { questionOf, showRegrades } from '../regrading/show-regrades.js';

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

@CommandHandler(UndoRegrade)
export class UndoRegradeHandler implements ICommandHandler<UndoRegrade> {
  constructor(
    @InjectRepository(RegradeEntity) private readonly regrades: Repository<RegradeEntity>,
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly steps: RegradeSteps,
  ) {}

  async execute({ quizId, regradeId: id, actor }: UndoRegrade): Promise<Regrade> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    const found = isId(id) ? await this.regrades.findOneBy({ quizId, id }) : null;
    if (found === null) throw new RegradeNotFound();
    const question = await questionOf(this.queries, found);
    const row = await this.unitOfWork.run(async (transaction) => {
      await lockExistingQuiz(this.commands, quizId, transaction);
      const regrade = await transaction.manager.findOneByOrFail(RegradeEntity, { quizId, id });
      if (regrade.undoneAt !== null) return regrade;
      await this.undo(transaction, regrade, title, question, actor);
      return transaction.manager.findOneByOrFail(RegradeEntity, { quizId, id });
    });
    if (row.pending) void this.steps.applyPending();
    const [regrade] = await showRegrades(this.queries, [row]);
    return regrade as Regrade;
  }

  private async undo(
    transaction: Transaction,
    regrade: RegradeEntity,
    title: string,
    question: ContentQuestion,
    actor: UserActor,
  ): Promise<void> {
    const { quizId, id, questionIds, reason } = regrade;
    assertNoneInProgress(await readGradingHistory(transaction, quizId), id);
    const undoneGrading = await this.commands.execute(new StartNextGrading(quizId, transaction));
    const fromTheBeginning = { pending: true, reachedUserId: null, reachedId: null, handled: 0, changed: 0 };
    const undone = { undoneAt: () => 'now()', undoneGrading, ...fromTheBeginning };
    await transaction.manager.update(RegradeEntity, { quizId, id }, undone);
    const asked = await this.queries.execute(new FindEqualQuestions(quizId, question, transaction));
    const places = asked.filter((place) => questionIds.includes(place.question.id));
    const details = { ...auditDetailsOf(quizId, places, question, regrade), reason };
    await transaction.publish(new Audited(actor, 'regrade.undone', { kind: 'regrade', id, name: title }, details));
    await this.steps.step(transaction, { quizId, id });
  }
}
