import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { DeferredDeletions, sql, type Transaction } from '#libs/database';
import { POSITION } from './position.js';

/** Names of the work in the background. */
const OF_QUIZ = 'attempts in the feed';
const OF_USER = 'attempts of anonymised users in the feed';

/** Attempts of one step, including the first one, in the transaction of the caller. */
const STEP = 2_000;

/**
 * Gives new positions to the attempts at the quiz $1 after the attempt $2. It waits for none, because others change attempts in other
 * orders. Returns those of the step, and whether they were free.
 */
const MOVE = sql(`
  WITH step AS MATERIALIZED (SELECT id FROM attempts WHERE quiz_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  free AS (
    SELECT id FROM attempts WHERE quiz_id = $1 AND id IN (SELECT id FROM step) FOR NO KEY UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE attempts SET change_position = ${POSITION} FROM free WHERE attempts.quiz_id = $1 AND attempts.id = free.id
  )
  SELECT id, free.id IS NOT NULL AS "isFree" FROM step LEFT JOIN free USING (id) ORDER BY id`);

/** The same for the attempts of the user $1. One that another transaction is changing comes again because of that change. */
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
  constructor(private readonly deletions: DeferredDeletions) {}

  onModuleInit(): void {
    this.deletions.register(OF_QUIZ, (transaction, quizId, reached) => this.moveOfQuiz(transaction, quizId, reached));
    this.deletions.register(OF_USER, moveOfUser);
  }

  /** Announces the first attempts at a quiz in this transaction, and the rest in the background. */
  async announce(transaction: Transaction, quizId: string): Promise<void> {
    const { isWhole, last } = await moveSome(transaction, quizId, NIL);
    const after = isWhole ? last : NIL;
    if (after !== undefined) await this.deletions.defer(transaction, OF_QUIZ, quizId, { after });
  }

  /** Announces the attempts of a user in the background. Begins anew if that is in progress. */
  async announceOfUser(transaction: Transaction, userId: string): Promise<void> {
    await this.deletions.defer(transaction, OF_USER, userId);
  }

  /** Repeats the step a second later if another transaction holds one of its attempts: that one may change nothing. */
  private async moveOfQuiz(transaction: Transaction, quizId: string, reached: string = NIL): Promise<string | boolean> {
    const { isWhole, last } = await moveSome(transaction, quizId, reached);
    if (isWhole) return last ?? false;
    await this.deletions.postpone(transaction, OF_QUIZ, quizId);
    return true;
  }
}

/** @returns whether all attempts of the step were free, and the last one; undefined if no more are left */
async function moveSome(transaction: Transaction, quizId: string, reached: string) {
  const moved = await transaction.query<{ id: string; isFree: boolean }>(MOVE, [quizId, reached]);
  return { isWhole: moved.every(({ isFree }) => isFree), last: moved[STEP - 1]?.id };
}

/** @returns the last attempt of the step; false if no more are left */
async function moveOfUser(transaction: Transaction, userId: string, reached: string = NIL): Promise<string | false> {
  const moved = await transaction.query<{ id: string }>(MOVE_OF_USER, [userId, reached]);
  return moved[STEP - 1]?.id ?? false;
}
