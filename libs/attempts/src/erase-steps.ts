import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DeferredDeletions, deferredSubjects, sql, type Transaction } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { LockQuizExclusively, LowerDeleted, RESTORATIONS } from '#libs/quizzes';
import { ATTEMPT_COUNT } from './attempt-reader.js';
import { type AttemptRow, listColumns } from './attempt-row.js';
import { AttemptsCorrected } from './events/attempts-corrected.event.js';
import { POSITION } from './feed/position.js';

/** Names of the deferred deletions. */
export const NAMES = { anonymise: 'starts of anonymised users', remove: 'attempts of removed users' };

/** Attempts of one step, which holds the lock of their quiz. */
const STEP = 1_000;

/** The quizzes at which the user $1 has rows. */
const HELD_AT = `
  SELECT quiz_id FROM attempts WHERE user_id = $1
  UNION ALL SELECT quiz_id FROM starts WHERE user_id = $1
  UNION ALL SELECT quiz_id FROM attempt_counts WHERE user_id = $1`;

/** One of these that is not being restored: the steps of a restoration rely on the attempts. */
const NEXT = sql(`
  SELECT quiz_id AS "quizId" FROM (${HELD_AT}) AS held WHERE quiz_id NOT IN (${deferredSubjects(RESTORATIONS)}) LIMIT 1`);

const IS_LEFT = sql(`${HELD_AT} LIMIT 1`);

const DELETE_ATTEMPTS = sql(`
  WITH deleted AS (
    DELETE FROM attempts WHERE quiz_id = $1
      AND id = ANY (ARRAY(SELECT id FROM attempts WHERE quiz_id = $1 AND user_id = $2 LIMIT ${STEP}))
    RETURNING *
  ), noted AS (
    INSERT INTO deleted_attempts (quiz_id, id, user_id, application_id, change_position)
    SELECT quiz_id, id, user_id, application_id, ${POSITION} FROM deleted
  )
  SELECT ${listColumns(undefined)} FROM deleted`);

const LOWER_COUNT = sql('UPDATE attempt_counts SET count = count - $3 WHERE quiz_id = $1 AND user_id = $2');

const DELETE_START = sql('DELETE FROM starts WHERE quiz_id = $1 AND user_id = $2 RETURNING 1');

const DELETE_COUNT = sql('DELETE FROM attempt_counts WHERE quiz_id = $1 AND user_id = $2');

/** A quiz at which the user $1 has a start, or attempts with a reference. */
const NEXT_OPEN = sql(`
  SELECT quiz_id AS "quizId" FROM starts WHERE user_id = $1
  UNION ALL SELECT quiz_id FROM attempts WHERE user_id = $1 AND reference IS NOT NULL LIMIT 1`);

/** The reference of a client may tell whose attempt it is. */
const CLEAR_REFERENCES = sql(`
  UPDATE attempts SET reference = NULL, change_position = ${POSITION} WHERE quiz_id = $1 AND id = ANY (ARRAY(
    SELECT id FROM attempts WHERE quiz_id = $1 AND user_id = $2 AND reference IS NOT NULL LIMIT ${STEP}))`);

/** Erases the rows of users at quizzes, in steps of one transaction each. A step returns whether more may be left. */
@Injectable()
export class EraseSteps {
  constructor(
    private readonly commands: CommandBus,
    private readonly counts: ShardedCounters,
    private readonly deletions: DeferredDeletions,
  ) {}

  /** Deletes attempts, starts and counts of a user at one quiz. */
  async remove(transaction: Transaction, userId: string): Promise<boolean> {
    const [next] = await transaction.query<{ quizId: string }>(NEXT, [userId]);
    if (next === undefined) return this.waitForRestorations(transaction, userId);
    const of = [next.quizId, userId];
    const quiz = await this.commands.execute(new LockQuizExclusively(next.quizId, transaction));
    // A restoration may have begun before the lock.
    if (quiz === undefined && (await this.deletions.isPending(transaction, next.quizId, RESTORATIONS))) return true;
    const deleted = await transaction.query<AttemptRow & object>(DELETE_ATTEMPTS, of);
    const counted = deleted.filter(({ voidedAt }) => voidedAt === null);
    if (deleted.length === STEP) {
      await transaction.query(LOWER_COUNT, [...of, counted.length]);
    } else {
      await transaction.query(DELETE_START, of);
      await transaction.query(DELETE_COUNT, of);
    }
    if (deleted.length === 0) return true;
    // A deleted quiz has no counters and no leaderboard.
    if (quiz === undefined) {
      await this.commands.execute(new LowerDeleted(next.quizId, 'attempts', deleted.length, transaction));
      return true;
    }
    await this.counts.add(transaction, [{ name: ATTEMPT_COUNT, subject: quiz.id, delta: -deleted.length }]);
    if (counted.length > 0) await transaction.publish(new AttemptsCorrected(quiz.id, counted, []));
    return true;
  }

  /** Continues a second later if there is anything left at quizzes that are being restored. */
  private async waitForRestorations(transaction: Transaction, userId: string): Promise<boolean> {
    const left = await transaction.query(IS_LEFT, [userId]);
    if (left.length > 0) await this.deletions.defer(transaction, NAMES.remove, userId, { delaySeconds: 1 });
    return left.length > 0;
  }

  /** Deletes the start of a user at one quiz, and the references of the user's attempts there. */
  async anonymise(transaction: Transaction, userId: string): Promise<boolean> {
    const [next] = await transaction.query<{ quizId: string }>(NEXT_OPEN, [userId]);
    if (next === undefined) return false;
    const of = [next.quizId, userId];
    await this.commands.execute(new LockQuizExclusively(next.quizId, transaction));
    const { length } = await transaction.query(DELETE_START, of);
    if (length > 0) await transaction.query(LOWER_COUNT, [...of, length]);
    await transaction.query(CLEAR_REFERENCES, of);
    return true;
  }
}
