import { Injectable, type OnModuleInit } from '@nestjs/common';
import { THE_SERVICE } from '#libs/audit';
import { Background, deferredSubjects, sql, UnitOfWork } from '#libs/database';
import { QUIZ_LOCK } from '../quiz-locks.js';
import { RETENTION_DAYS, Trash } from './trash.js';

/** How often an instance looks for quizzes to delete for good, in milliseconds. */
const INTERVAL_MS = 60_000;

/** One whose deletion is not complete does not hold up the others. */
const EXPIRED = sql(`
  SELECT id FROM deleted_quizzes
  WHERE deleted_at < now() - interval '${RETENTION_DAYS} days' AND id NOT IN (${deferredSubjects()})
  ORDER BY deleted_at, id LIMIT 1`);

/** Deletes quizzes for good that were in the trash for {@link RETENTION_DAYS}. */
@Injectable()
export class ExpiredQuizzes implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
    private readonly trash: Trash,
  ) {}

  onModuleInit(): void {
    this.background.everyInSteps(INTERVAL_MS, 'Deleting quizzes for good', () => this.purgeNext());
  }

  /** @returns whether more may be left */
  private purgeNext(): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const find = async () => (await transaction.query<{ id: string }>(EXPIRED))[0]?.id;
      const id = await find();
      if (id === undefined) return false;
      await transaction.lock([QUIZ_LOCK(id)]);
      // Another instance may have deleted it in the meantime, or somebody restored it.
      if ((await find()) === id)
        await this.trash.purge(transaction, await this.trash.get(transaction, id), THE_SERVICE);
      return true;
    });
  }
}
