import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { newId, type Transaction, UnitOfWork } from '#libs/database';
import { ValidationFailed } from '#libs/http';
import { lockExistingQuiz, StartNextGrading } from '#libs/quizzes';
import { GradingChanged } from '../attempt.errors.js';
import type { Regrade, RegradeBody } from '../regrades.dto.js';
import { isSameRule } from '../regrading/grading-history.js';
import { RegradeEntity } from '../regrading/regrade.entity.js';
import { RegradeSteps } from '../regrading/regrade-steps.js';
import { showRegrades } from '../regrading/show-regrades.js';
import {
  assertNoneInProgress,
  assertQuestionsLeft,
  auditDetailsOf,
  findPlaces,
  getRequested,
  idsOf,
  type RegradedQuestion,
  type RequestedRegrade,
} from '../regrading/regrade-request.js';

/**
 * Grades a question differently, in all versions that have one with its wording, and in later ones that keep its id. It applies to new
 * attempts as soon as it is committed. The first earlier attempts are graded in its transaction, the others in the background. Changes
 * nothing if the question is graded this way everywhere already.
 * @throws QuizNotFound, VersionNotFound, QuestionNotFound, ValidationFailed, RegradeInProgress, GradingChanged, LastQuestion
 */
export class RegradeQuestion extends Command<Regrade> {
  constructor(
    readonly question: RegradedQuestion,
    readonly body: RegradeBody,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(RegradeQuestion)
export class RegradeQuestionHandler implements ICommandHandler<RegradeQuestion> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly steps: RegradeSteps,
  ) {}

  async execute({ question, body, actor }: RegradeQuestion): Promise<Regrade> {
    const { quizId } = question;
    const requested = await getRequested(this.queries, question, body);
    const row = await this.unitOfWork.run(async (transaction) => {
      await lockExistingQuiz(this.commands, quizId, transaction);
      const id = await this.regrade(transaction, quizId, requested, body, actor);
      return transaction.manager.findOneByOrFail(RegradeEntity, { quizId, id });
    });
    if (row.pending) void this.steps.applyPending();
    const [regrade] = await showRegrades(this.queries, [row]);
    return regrade as Regrade;
  }

  /** @returns the id of the regrade that applies then */
  private async regrade(
    transaction: Transaction,
    quizId: string,
    { title, version, position, question, rule }: RequestedRegrade,
    { reason, grading: expected }: RegradeBody,
    actor: UserActor,
  ): Promise<string> {
    const { places, gradings } = await findPlaces(this.queries, transaction, quizId, question);
    if (places.every((place) => isSameRule(place.rule, rule))) {
      const current = gradings.regradeOf(question.id);
      if (current === undefined) throw new ValidationFailed(['answers: these answers count already']);
      return current.id;
    }
    const grading = await this.commands.execute(new StartNextGrading(quizId, transaction));
    if (grading !== expected + 1) throw new GradingChanged();
    assertNoneInProgress(gradings);
    const id = newId();
    const regrade = { id, questionIds: idsOf(places), ...rule };
    assertQuestionsLeft(gradings.with(regrade), places);
    const { kind, answers } = rule;
    const place = { quizId, version, question: position, questionIds: regrade.questionIds };
    const stored = { id, ...place, grading, kind, answers: [...answers], reason, createdBy: actor.userId };
    await transaction.manager.insert(RegradeEntity, stored);
    const subject = { kind: 'regrade', id, name: title };
    const details = { ...auditDetailsOf(quizId, places, question, rule), reason };
    await transaction.publish(new Audited(actor, 'regrade.applied', subject, details));
    await this.steps.step(transaction, { quizId, id });
    return id;
  }
}
