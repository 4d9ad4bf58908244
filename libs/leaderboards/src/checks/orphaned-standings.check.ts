import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import type { Transaction } from '#libs/database';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { OrphanedRows } from '#libs/quizzes';
import { DROP } from '../ranking/ranking-statements.js';
import { REMOVE_FROM_QUIZ, STANDING_COUNT, STANDINGS } from '../standings.js';

/** Number of users that one statement removes. */
const STEP = 2_000;

/** Standings of quizzes that do not exist and are not being deleted in the background. The global standings exclude them. */
@Injectable()
@ChecksConsistencyOf('orphaned standings')
export class OrphanedStandingsCheck implements ConsistencyCheck {
  constructor(private readonly orphans: OrphanedRows) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.orphans.check({
      tables: ['quiz_standings'],
      counter: STANDING_COUNT,
      deletion: STANDINGS,
      delete: deleteStep,
    });
  }
}

async function deleteStep(transaction: Transaction, quizId: string): Promise<boolean> {
  const removed = await transaction.query(REMOVE_FROM_QUIZ, [quizId, STEP, NIL]);
  if (removed.length === STEP) return true;
  await transaction.query(DROP, [quizId]);
  return false;
}
