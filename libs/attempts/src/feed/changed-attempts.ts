import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { DeferredDeletions, sql, type Transaction } from '#libs/database';
import { POSITION } from './position.js';

/** Name of the work in the background. */
const NAME = 'attempts in the feed';

/** Attempts of one step, including the first one, in the transaction of the caller. */
const STEP = 2_000;

/** Gives new positions to the attempts at the quiz $1 after the attempt $2. Returns those of the step, also if one is deleted meanwhile. */
const MOVE = sql(`
  WITH step AS MATERIALIZED (SELECT id FROM attempts WHERE quiz_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  moved AS (
    UPDATE attempts SET change_position = ${POSITION} WHERE quiz_id = $1 AND id IN (SELECT id FROM step)
  )
  SELECT id FROM step ORDER BY id`);

/** Lets readers of the feed get all attempts at a quiz again: the quiz was deleted, or restored. */
@Injectable()
export class ChangedAttempts implements OnModuleInit {
  constructor(private readonly deletions: DeferredDeletions) {}

  onModuleInit(): void {
    this.deletions.register(NAME, move);
  }

  /** Announces the first attempts in this transaction, and the rest in the background. */
  async announce(transaction: Transaction, quizId: string): Promise<void> {
    const after = await move(transaction, quizId);
    if (after !== false) await this.deletions.defer(transaction, NAME, quizId, { after });
  }
}

/** @returns the last attempt of the step; false if no more are left */
async function move(transaction: Transaction, quizId: string, reached: string = NIL): Promise<string | false> {
  const moved = await transaction.query<{ id: string }>(MOVE, [quizId, reached]);
  return moved[STEP - 1]?.id ?? false;
}
