import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { DeferredDeletions, sql, type Statement, type Transaction } from '#libs/database';
import { TryLockQuizzesShared } from '#libs/quizzes';
import { POSITION } from './position.js';

/** Names of the work in the background. */
const OF_QUIZ = 'attempts in the feed';
const OF_USER = 'attempts of anonymised users in the feed';

/** Attempts of one step, including the first one, in the transaction of the caller. */
const STEP = 2_000;

/** Gives new positions to the attempts at the quiz $1 after the attempt $2. Returns those of the step, also if one is deleted meanwhile. */
const MOVE = sql(`
  WITH step AS MATERIALIZED (SELECT id FROM attempts WHERE quiz_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  moved AS (
    UPDATE attempts SET change_position = ${POSITION} WHERE quiz_id = $1 AND id IN (SELECT id FROM step)
  )
  SELECT id FROM step ORDER BY id`);

/**
 * The same for the attempts of the user $1. The step may hold attempts at any quiz, so it waits for none: one that another transaction is
 * changing comes again because of that change.
 */
const MOVE_OF_USER = sql(`
  WITH step AS MATERIALIZED (SELECT quiz_id, id FROM attempts WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  free AS (
    SELECT quiz_id, id FROM attempts WHERE (quiz_id, id) IN (SELECT quiz_id, id FROM step) FOR NO KEY UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE attempts SET change_position = ${POSITION} FROM free
    WHERE attempts.quiz_id = free.quiz_id AND attempts.id = free.id
  )
  SELECT id FROM step ORDER BY id`);

/** Lets readers of the feed get attempts again: their quiz was deleted or restored, or their user anonymised. */
@Injectable()
export class ChangedAttempts implements OnModuleInit {
  constructor(
    private readonly deletions: DeferredDeletions,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.deletions.register(OF_QUIZ, (transaction, quizId, reached) => this.continue(transaction, quizId, reached));
    this.deletions.register(OF_USER, moveOfUser);
  }

  /** Announces the first attempts at a quiz in this transaction, which holds its exclusive lock, and the rest in the background. */
  async announce(transaction: Transaction, quizId: string): Promise<void> {
    const after = await moveOfQuiz(transaction, quizId);
    if (after !== false) await this.deletions.defer(transaction, OF_QUIZ, quizId, { after });
  }

  /** Announces the attempts of a user in the background. */
  async announceOfUser(transaction: Transaction, userId: string): Promise<void> {
    await this.deletions.defer(transaction, OF_USER, userId);
  }

  /**
   * Continues a second later while another transaction holds the exclusive lock of the quiz: it changes attempts in another order. It does
   * not wait for the lock, because that transaction may wait for this one.
   */
  private async continue(transaction: Transaction, quizId: string, after: string = NIL): Promise<string | boolean> {
    const { busy } = await this.commands.execute(new TryLockQuizzesShared([quizId], transaction));
    if (busy.size === 0) return moveOfQuiz(transaction, quizId, after);
    await this.deletions.defer(transaction, OF_QUIZ, quizId, { after, delaySeconds: 1 });
    return true;
  }
}

/** @returns the last attempt of the step; false if no more are left */
const stepOf =
  (statement: Statement) =>
  async (transaction: Transaction, subject: string, reached: string = NIL): Promise<string | false> => {
    const moved = await transaction.query<{ id: string }>(statement, [subject, reached]);
    return moved[STEP - 1]?.id ?? false;
  };

const moveOfQuiz = stepOf(MOVE);
const moveOfUser = stepOf(MOVE_OF_USER);
