import { Injectable } from '@nestjs/common';
import { Background } from './background.js';
import type { Reader } from './snapshots.js';
import { sql } from './statement.js';
import type { Transaction } from './transaction.js';
import { UnitOfWork } from './unit-of-work.js';

const DEFER = sql('INSERT INTO deferred_deletions (name, subject) VALUES ($1, $2)');

const NEXT = sql(`
  SELECT subject FROM deferred_deletions WHERE name = $1 ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`);

const SUBJECTS = sql('SELECT subject FROM deferred_deletions WHERE name = $1');

const DONE = sql('DELETE FROM deferred_deletions WHERE name = $1 AND subject = $2');

/** SQL: the subjects whose deletion of a name is in progress. */
export const deferredSubjects = (name: string): string =>
  `SELECT subject FROM deferred_deletions WHERE name = '${name}'`;

/** How often an instance looks for scheduled deletions, in milliseconds. */
const INTERVAL_MS = 1_000;

/**
 * Deletes data that are too large for one transaction in the background: in steps of one short transaction each, so that no lock is
 * held for long. The remaining work is stored in the database, so that any instance continues it after a crash.
 */
@Injectable()
export class DeferredDeletions {
  constructor(
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Schedules, in the caller's transaction, the deletion of the rows of a subject. */
  async defer(transaction: Transaction, name: string, subject: string): Promise<void> {
    await transaction.query(DEFER, [name, subject]);
  }

  /** The subjects whose deletion is not complete, as of a snapshot. */
  async subjectsIn(reader: Reader, name: string): Promise<Set<string>> {
    const rows = await reader.query<{ subject: string }>(SUBJECTS, [name]);
    return new Set(rows.map(({ subject }) => subject));
  }

  /** @param step deletes a bounded number of a subject's rows; returns false once none are left */
  register(name: string, step: (transaction: Transaction, subject: string) => Promise<boolean>): void {
    this.background.everyInSteps(INTERVAL_MS, `Deferred deletion of ${name}`, () => this.runStep(name, step));
  }

  private runStep(
    name: string,
    step: (transaction: Transaction, subject: string) => Promise<boolean>,
  ): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const [next] = await transaction.query<{ subject: string }>(NEXT, [name]);
      if (next === undefined) return false;
      const isMoreLeft = await step(transaction, next.subject);
      if (!isMoreLeft) await transaction.query(DONE, [name, next.subject]);
      return true;
    });
  }
}
