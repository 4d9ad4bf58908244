import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DeferredDeletions, ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';
import { LockQuizExclusively, QuizPurged } from '#libs/quizzes';
import { POSITION } from '../feed/position.js';

/** Name of the deferred deletion of a quiz's attempts. */
export const DELETED_ATTEMPTS = 'attempts';

/** Attempts that one step deletes, including the first one, in the transaction that deletes the quiz for good. */
const STEP = 2_000;

/**
 * Ordered, so that PostgreSQL reads the quiz's entries of the index and never the whole table. By key, because a row that another
 * transaction changes at the same time has another `ctid` then.
 */
const DELETE_ATTEMPTS = sql(`
  WITH deleted AS (
    DELETE FROM attempts WHERE quiz_id = $1
      AND id = ANY (ARRAY(SELECT id FROM attempts WHERE quiz_id = $1 ORDER BY id LIMIT ${STEP}))
    RETURNING quiz_id, id, user_id, application_id
  )
  INSERT INTO deleted_attempts (quiz_id, id, user_id, application_id, change_position)
  SELECT quiz_id, id, user_id, application_id, ${POSITION} FROM deleted RETURNING 1`);

const DELETE_COUNTS = sql(`
  DELETE FROM attempt_counts WHERE quiz_id = $1
    AND user_id = ANY (ARRAY(SELECT user_id FROM attempt_counts WHERE quiz_id = $1 ORDER BY user_id LIMIT ${STEP}))
  RETURNING 1`);

const DELETE_STARTS = sql(`
  DELETE FROM starts WHERE quiz_id = $1
    AND user_id = ANY (ARRAY(SELECT user_id FROM starts WHERE quiz_id = $1 ORDER BY user_id LIMIT ${STEP}))
  RETURNING 1`);

/** Deletes the attempts and starts of a quiz that is deleted for good: the first part immediately, the rest in the background. */
@Injectable()
@ListensTo(QuizPurged)
export class DeleteAttemptsWhenQuizPurged implements TransactionListener<QuizPurged>, OnModuleInit {
  constructor(
    private readonly deletions: DeferredDeletions,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.deletions.register(DELETED_ATTEMPTS, async (transaction, quizId) => {
      // The erasure of a user deletes at the same quiz.
      await this.commands.execute(new LockQuizExclusively(quizId, transaction));
      return deleteStep(transaction, quizId);
    });
  }

  async handle({ quizId }: QuizPurged, transaction: Transaction): Promise<void> {
    if (await deleteStep(transaction, quizId)) await this.deletions.defer(transaction, DELETED_ATTEMPTS, quizId);
  }
}

const DELETE_REGRADES = sql('DELETE FROM regrades WHERE quiz_id = $1');

/**
 * Deletes a bounded part of what belongs to a quiz, whose exclusive lock the transaction holds: a step that finds fewer rows is the last.
 * @returns whether more may be left
 */
export async function deleteStep(transaction: Transaction, quizId: string): Promise<boolean> {
  const attempts = await transaction.query(DELETE_ATTEMPTS, [quizId]);
  const counts = await transaction.query(DELETE_COUNTS, [quizId]);
  const starts = await transaction.query(DELETE_STARTS, [quizId]);
  await transaction.query(DELETE_REGRADES, [quizId]);
  return [attempts, counts, starts].some(({ length }) => length === STEP);
}
