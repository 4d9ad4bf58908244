import { Injectable } from '@nestjs/common';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { OrphanedRows } from '#libs/quizzes';
import { ATTEMPT_COUNT } from '../attempt-reader.js';
import { DELETED_ATTEMPTS, deleteStep } from '../listeners/delete-attempts-when-quiz-purged.listener.js';

/** Attempts of quizzes that neither exist nor are in the trash, and whose deletion is not in progress. */
@Injectable()
@ChecksConsistencyOf('orphaned attempts')
export class OrphanedAttemptsCheck implements ConsistencyCheck {
  constructor(private readonly orphans: OrphanedRows) {}

  run(): AsyncGenerator<CheckBatch> {
    return this.orphans.check({
      tables: ['attempts', 'attempt_counts', 'starts', 'regrades'],
      isKeptInTrash: true,
      counter: ATTEMPT_COUNT,
      deletion: DELETED_ATTEMPTS,
      delete: deleteStep,
    });
  }
}
