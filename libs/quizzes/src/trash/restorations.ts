import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeferredDeletions, type Reader, type Transaction } from '#libs/database';
import { QuizRestorationContinued } from '../events/quiz-restoration-continued.event.js';
import { QuizRestored } from '../events/quiz-restored.event.js';
import { QUIZ_LOCK } from '../quiz-locks.js';
import { toListItem } from '../quiz-representation.js';
import { Trash } from './trash.js';

/** Name of the deferred work on quizzes that are being restored. */
export const RESTORATIONS = 'restorations';

/** Restores deleted quizzes in steps of one transaction each. A quiz stays in the trash until the last step, which the first one may be. */
@Injectable()
export class Restorations implements OnModuleInit {
  constructor(
    private readonly deletions: DeferredDeletions,
    private readonly trash: Trash,
  ) {}

  onModuleInit(): void {
    const step = (transaction: Transaction, id: string) => this.continue(transaction, id);
    this.deletions.register(RESTORATIONS, step, 'Restoring quizzes');
  }

  /** The quizzes in the trash that are being restored. */
  pending(reader: Reader): Promise<Set<string>> {
    return this.deletions.subjectsIn(reader, RESTORATIONS);
  }

  /** Whether a quiz in the trash is being restored. */
  isPending(transaction: Transaction, id: string): Promise<boolean> {
    return this.deletions.isPending(transaction, id, RESTORATIONS);
  }

  /** Restores a quiz in the trash. @returns whether more is left, which follows in the background */
  async start(transaction: Transaction, id: string): Promise<boolean> {
    const isMoreLeft = await this.continue(transaction, id);
    if (isMoreLeft) await this.deletions.defer(transaction, RESTORATIONS, id);
    return isMoreLeft;
  }

  private async continue(transaction: Transaction, id: string): Promise<boolean> {
    await transaction.lock([QUIZ_LOCK(id)]);
    const progress = { isMoreLeft: false };
    await transaction.publish(new QuizRestorationContinued(id, progress));
    if (progress.isMoreLeft) return true;
    const quiz = await this.trash.restore(transaction, id);
    await transaction.publish(new QuizRestored(id, quiz.createdAt, toListItem(quiz)));
    return false;
  }
}
