import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Audited, type UserActor } from '#libs/audit';
import { newId, sql, type Transaction, UnitOfWork } from '#libs/database';
import { ValidationFailed } from '#libs/http';
import { BeginGrading, LockQuizExclusively, QuizNotFound } from '#libs/quizzes';
import { GradingChanged, LastQuestion } from '../attempt.errors.js';
import type { Regrade, RegradeBody } from '../regrades.dto.js';
import { isCounted, type QuestionRegrade, readGradings } from '../regrading/gradings.js';
import {
  assertNoneInProgress,
  FIND_REGRADE,
  REGRADE_COLUMNS,
  type RegradeRow,
  textsOf,
  toRegrades,
} from '../regrading/regrade-row.js';
import { RegradeSteps } from '../regrading/regrade-steps.js';
import {
  findRequested,
  isAsInContent,
  type RegradedQuestion,
  type RequestedRegrade,
} from '../regrading/requested-regrade.js';

/**
 * Grades a question of a version differently. It applies to new attempts as soon as it is committed. The first earlier attempts are
 * graded in its transaction, the others in the background. Changes nothing if the question is graded this way already.
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

/** The regrade that applies to the question $3 of the version $2. */
const CURRENT = sql(`
  SELECT ${REGRADE_COLUMNS} FROM regrades WHERE quiz_id = $1 AND version = $2 AND question = $3 AND undone_at IS NULL
  ORDER BY grading DESC LIMIT 1`);

const ADD = sql(`
  INSERT INTO regrades (quiz_id, id, grading, version, question, kind, answers, reason, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

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
    const requested = await findRequested(this.queries, question, body);
    const { version, question: position } = requested.regrade;
    const row = await this.unitOfWork.run(async (transaction) => {
      if (!(await this.commands.execute(new LockQuizExclusively(quizId, transaction)))) throw new QuizNotFound();
      const [current] = await transaction.query<RegradeRow & object>(CURRENT, [quizId, version, position]);
      if (current !== undefined && isSame(current, requested.regrade)) return current;
      return this.regrade(transaction, quizId, requested, current === undefined, body, actor);
    });
    if (row.isPending) void this.steps.applyPending();
    const [regrade] = await toRegrades(this.queries, [row]);
    return regrade as Regrade;
  }

  private async regrade(
    transaction: Transaction,
    quizId: string,
    { title, content, regrade }: RequestedRegrade,
    isFirst: boolean,
    { reason, grading: expected }: RegradeBody,
    actor: UserActor,
  ): Promise<RegradeRow> {
    const id = newId();
    const { version, question, kind, answers } = regrade;
    const grading = await this.commands.execute(new BeginGrading(quizId, transaction));
    if (grading !== expected + 1) throw new GradingChanged();
    await assertNoneInProgress(transaction, quizId);
    if (isFirst && isAsInContent(content, regrade))
      throw new ValidationFailed(['answers: these answers count already']);
    const values = [quizId, id, grading, version, question, kind, answers, reason, actor.userId];
    await transaction.query(ADD, values);
    if (!(await readGradings(transaction, quizId)).of(version, content).some(isCounted)) throw new LastQuestion();
    const subject = { kind: 'regrade', id, name: title };
    const details = { quizId, ...detailsOf(content, regrade), reason };
    await transaction.publish(new Audited(actor, 'regrade.applied', subject, details));
    await this.steps.step(transaction, { quizId, id, version }, content);
    const [row] = await transaction.query<RegradeRow & object>(FIND_REGRADE, [quizId, id]);
    return row as RegradeRow;
  }
}

const isSame = (one: QuestionRegrade, other: QuestionRegrade) =>
  one.kind === other.kind && one.answers.join() === other.answers.join();

/** What the audit log says about a regrade. */
export function detailsOf(content: RequestedRegrade['content'], regrade: QuestionRegrade) {
  const { question, answers } = textsOf(content, regrade);
  const counts = {
    everyone: 'everybody',
    omitted: 'nobody, the question is left out',
    answers: answers.map(({ text }) => text),
  };
  return { version: regrade.version, question: question.text, point: counts[regrade.kind] };
}
