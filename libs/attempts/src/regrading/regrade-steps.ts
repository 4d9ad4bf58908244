import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Background, Database, lockName, sql, type Transaction, UnitOfWork } from '#libs/database';
import { FindVersionsWith, GetQuizContent, LockQuizExclusively } from '#libs/quizzes';
import { ATTEMPT_COLUMNS, type AttemptRow } from '../attempt-row.js';
import { AttemptsCorrected } from '../events/attempts-corrected.event.js';
import { POSITION } from '../feed/position.js';
import { rescore } from '../scoring.js';
import { type GradedContent, readGradingHistory } from './grading-history.js';
import { RegradeEntity } from './regrade.entity.js';

type PendingRegrade = Pick<RegradeEntity, 'quizId' | 'id'>;

/** An attempt before and after it is scored again. */
interface Rescored {
  before: AttemptRow;
  after: AttemptRow;
  isChanged: boolean;
}

/** Those of quizzes in the trash continue when the quiz is restored. */
const PENDING = sql(`
  SELECT quiz_id AS "quizId", id FROM regrades
  WHERE pending AND EXISTS (SELECT FROM published_quizzes WHERE published_quizzes.quiz_id = regrades.quiz_id)
  ORDER BY quiz_id, grading`);

/** Held by the instance that applies regrades of a quiz. */
const REGRADING_LOCK = lockName('regrading');

/**
 * The next attempts, also at versions without the question, so that a step reads a bounded number of rows. They are in the order of users, because each
 * step rebuilds the standings of its users from all their attempts.
 */
const NEXT = sql(`
  SELECT ${ATTEMPT_COLUMNS} FROM attempts WHERE quiz_id = $1 AND (user_id, id) > ($2, $3) ORDER BY user_id, id LIMIT $4`);

/** While `regraded_at` is null, an attempt has the score that it was recorded with. */
const CHANGE = sql(`
  UPDATE attempts SET correct_count = score.correct, total_questions = score.questions, basis_points = score.basis_points,
    passed = score.passed, grading = $7, change_position = ${POSITION},
    first_correct = CASE WHEN regraded_at IS NULL THEN correct_count ELSE first_correct END,
    first_questions = CASE WHEN regraded_at IS NULL THEN total_questions ELSE first_questions END,
    regraded_at = CASE
      WHEN NOT is_changed THEN regraded_at
      WHEN regraded_at IS NOT NULL AND (score.correct, score.questions) = (first_correct, first_questions) THEN NULL
      ELSE now()
    END
  FROM unnest($2::uuid[], $3::smallint[], $4::smallint[], $5::smallint[], $6::boolean[], $8::boolean[])
    AS score (id, correct, questions, basis_points, passed, is_changed)
  WHERE quiz_id = $1 AND attempts.id = score.id
  RETURNING attempts.id, regraded_at AS "regradedAt"`);

/** A step holds the lock of its quiz. It reads so many versions at most, because their contents can have a megabyte each. */
const MAX_VERSIONS = 10;

/**
 * How long the quizzes are free after each round of steps, in milliseconds: longer than a submission that finds its quiz locked stays
 * away, so that it waits for one step, not for the whole regrade.
 */
const PAUSE_MS = 50;

/** How often an instance looks for regrades to apply, in milliseconds. */
const INTERVAL_MS = 1_000;

/**
 * Applies regrades to the attempts that were recorded before them: in steps of one short transaction each, which hold the quiz's lock.
 * The database stores how far they are, so that any instance continues after a crash.
 */
@Injectable()
export class RegradeSteps implements OnModuleInit {
  /** Number of attempts that one step reads. */
  stepSize = 1_000;

  /** Applies all pending regrades now, instead of at the next interval. */
  applyPending: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly background: Background,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.applyPending = this.background.everyInSteps(INTERVAL_MS, 'Regrading', async () => {
      const isMoreLeft = await this.runSteps();
      if (isMoreLeft) await setTimeout(PAUSE_MS);
      return isMoreLeft;
    });
  }

  /** Runs one step of each regrade, so that small ones do not wait for large ones. @returns whether this instance has more to do */
  private async runSteps(): Promise<boolean> {
    const errors: unknown[] = [];
    let isMoreLeft = false;
    for (const regrade of await this.database.query<PendingRegrade>(PENDING)) {
      try {
        isMoreLeft = (await this.runStep(regrade)) || isMoreLeft;
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0)
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'Regrades of several quizzes failed');
    return isMoreLeft;
  }

  /** @returns whether this instance has more to do for the regrade */
  private async runStep(regrade: PendingRegrade): Promise<boolean> {
    const { quizId } = regrade;
    return this.unitOfWork.run(async (transaction) => {
      const [isHeld] = await transaction.tryLock([REGRADING_LOCK(quizId)]);
      if (isHeld !== true) return false;
      const exists = await this.commands.execute(new LockQuizExclusively(quizId, transaction));
      return exists !== undefined && this.step(transaction, regrade);
    });
  }

  /**
   * Scores the next attempts again, in a transaction that holds the exclusive lock of the quiz. Voided ones stay voided.
   * @returns whether more may be left
   */
  async step(transaction: Transaction, { quizId, id }: PendingRegrade): Promise<boolean> {
    const regrade = await transaction.manager.findOneBy(RegradeEntity, { quizId, id, pending: true });
    if (regrade === null) return false;
    const gradings = await readGradingHistory(transaction, quizId);
    const regraded = await this.queries.execute(new FindVersionsWith(quizId, regrade.questionIds, transaction));
    const values = [quizId, regrade.reachedUserId ?? NIL, regrade.reachedId ?? NIL, this.stepSize];
    const read = await transaction.query<AttemptRow & object>(NEXT, values);
    const inNext = new Set(read.flatMap(({ version }) => (regraded.has(version) ? version : [])));
    const versions = new Set([...inNext].slice(0, MAX_VERSIONS));
    const end = read.findIndex(({ version }) => regraded.has(version) && !versions.has(version));
    const rows = end === -1 ? read : read.slice(0, end);
    const { PASS_PERCENTAGE } = this.configuration;
    const scores: Rescored[] = [];
    for (const version of versions) {
      const content = await this.queries.execute(new GetQuizContent(quizId, version, transaction));
      const graded = gradings.of(version, content);
      const isOutdated = (row: AttemptRow) =>
        row.version === version && gradings.of(version, content, row.grading) !== graded;
      scores.push(...rows.filter(isOutdated).map((row) => toRescored(row, graded, gradings.latest, PASS_PERCENTAGE)));
    }
    if (scores.length > 0) await this.change(transaction, quizId, gradings.latest, scores);
    const isMoreLeft = read.length === this.stepSize || end !== -1;
    const last = rows.at(-1);
    await transaction.manager.update(
      RegradeEntity,
      { quizId, id },
      {
        ...(last !== undefined && { reachedUserId: last.userId, reachedId: last.attemptId }),
        handled: regrade.handled + scores.length,
        changed: regrade.changed + scores.filter(({ isChanged }) => isChanged).length,
        pending: isMoreLeft,
      },
    );
    return isMoreLeft;
  }

  private async change(
    transaction: Transaction,
    quizId: string,
    grading: number,
    scores: readonly Rescored[],
  ): Promise<void> {
    const changed = await transaction.query<{ id: string; regradedAt: Date | null }>(CHANGE, [
      quizId,
      scores.map(({ after }) => after.attemptId),
      scores.map(({ after }) => after.correctCount),
      scores.map(({ after }) => after.totalQuestions),
      scores.map(({ after }) => after.basisPoints),
      scores.map(({ after }) => after.passed),
      grading,
      scores.map(({ isChanged }) => isChanged),
    ]);
    const published = scores.filter(({ before, isChanged }) => isChanged && before.voidedAt === null);
    if (published.length === 0) return;
    const regradedAt = new Map(changed.map((row) => [row.id, row.regradedAt]));
    const removed = published.map(({ before }) => before);
    const added = published.map(({ after }) => ({ ...after, regradedAt: regradedAt.get(after.attemptId) ?? null }));
    await transaction.publish(new AttemptsCorrected(quizId, removed, added));
  }
}

function toRescored(before: AttemptRow, content: GradedContent, grading: number, passPercentage: number): Rescored {
  const score = rescore(before, content, before.passPercentage ?? passPercentage);
  return { before, after: { ...before, ...score, grading }, isChanged: score !== undefined };
}
