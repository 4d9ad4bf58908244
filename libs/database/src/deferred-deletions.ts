import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Background } from './background.js';
import { BatchLoader } from './batch-loader.js';
import { Database } from './database.js';
import type { Reader } from './snapshots.js';
import { sql } from './statement.js';
import type { Transaction } from './transaction.js';
import { UnitOfWork } from './unit-of-work.js';

const DEFER = sql(`
  INSERT INTO deferred_deletions (name, subject, created_at, reached) VALUES ($1, $2, now() + make_interval(secs => $3), $4)
  ON CONFLICT (name, subject) DO UPDATE SET created_at = excluded.created_at, reached = NULL`);

const DUE_NAMES = sql('SELECT DISTINCT name FROM deferred_deletions WHERE name = ANY ($1) AND created_at <= now()');

const NEXT = sql(`
  SELECT subject, reached FROM deferred_deletions WHERE name = $1 AND created_at <= now() ORDER BY created_at LIMIT 1
  FOR UPDATE SKIP LOCKED`);

const SUBJECTS = sql('SELECT subject FROM deferred_deletions WHERE name = $1');

const PENDING = sql('SELECT FROM deferred_deletions WHERE subject = $1 AND name = coalesce($2, name) LIMIT 1');

const DUE = sql('SELECT name FROM deferred_deletions WHERE subject = $1 AND created_at <= now()');

const REACHED = sql('UPDATE deferred_deletions SET reached = $3 WHERE name = $1 AND subject = $2');

const POSTPONE = sql(`
  UPDATE deferred_deletions SET created_at = now() + make_interval(secs => $3) WHERE name = $1 AND subject = $2`);

const DONE = sql('DELETE FROM deferred_deletions WHERE name = $1 AND subject = $2');

/** SQL: the subjects whose deletion of a name, or of any, is in progress. */
export const deferredSubjects = (name?: string): string =>
  `SELECT subject FROM deferred_deletions${name === undefined ? '' : ` WHERE name = '${name}'`}`;

type Step = (transaction: Transaction, subject: string, reached?: string) => Promise<boolean | string>;

/** How often an instance looks for scheduled deletions, in milliseconds. */
const INTERVAL_MS = 1_000;

/** How often {@link DeferredDeletions.hasten} looks whether they are done, in milliseconds. */
const POLL_MS = 20;

/**
 * Deletes data that are too large for one transaction in the background: in steps of one short transaction each, so that no lock is
 * held for long. The remaining work is stored in the database, so that any instance continues it after a crash.
 */
@Injectable()
export class DeferredDeletions {
  /** What runs the task of each deletion immediately, by the deletion's name. */
  private readonly starts = new Map<string, () => Promise<void>>();
  /** Says which deletions have work. All tasks ask at the same time, and mostly none has: they share one query and begin no transaction. */
  private readonly due: BatchLoader<string, true>;

  constructor(
    private readonly background: Background,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.due = new BatchLoader(async (names) => {
      const rows = await database.query<{ name: string }>(DUE_NAMES, [names]);
      return new Map(rows.map(({ name }) => [name, true]));
    });
  }

  /**
   * Schedules, in the caller's transaction, the deletion of the rows of a subject. One that is in progress begins anew.
   * @param after what a first step in this transaction has returned: the next one continues there
   */
  async defer(
    transaction: Transaction,
    name: string,
    subject: string,
    { delaySeconds = 0, after }: { delaySeconds?: number; after?: string } = {},
  ): Promise<void> {
    await transaction.query(DEFER, [name, subject, delaySeconds, after ?? null]);
  }

  /** Has the next step of a subject wait for a second, in the transaction of a step that can do nothing now and returns true. */
  async postpone(transaction: Transaction, name: string, subject: string): Promise<void> {
    await transaction.query(POSTPONE, [name, subject, 1]);
  }

  /** Whether anything of a subject is still to be deleted, under a name or under any. */
  async isPending(transaction: Transaction, subject: string, name?: string): Promise<boolean> {
    return (await transaction.query(PENDING, [subject, name ?? null])).length > 0;
  }

  /**
   * Begins the deletions of a subject that are due without waiting for their next run, and waits until they are done.
   * @param maxMs the longest wait; after it they continue in the background
   */
  async hasten(subject: string, maxMs: number): Promise<void> {
    const end = performance.now() + maxMs;
    const due = () => this.database.query<{ name: string }>(DUE, [subject]);
    for (const { name } of await due()) void this.starts.get(name)?.();
    while (performance.now() < end && (await due()).length > 0) await delay(POLL_MS);
  }

  /** The subjects whose deletion is not complete, as of a snapshot. */
  async subjectsIn(reader: Reader, name: string): Promise<Set<string>> {
    const rows = await reader.query<{ subject: string }>(SUBJECTS, [name]);
    return new Set(rows.map(({ subject }) => subject));
  }

  /**
   * @param step deletes a bounded number of a subject's rows; returns false once none are left. A step that leaves its rows where they are
   * returns the last id instead, and the next step gets it as `reached`
   * @param task the name of the task, if it deletes nothing
   */
  register(name: string, step: Step, task = `Deferred deletion of ${name}`): void {
    this.starts.set(
      name,
      this.background.everyInSteps(INTERVAL_MS, task, () => this.runStep(name, step)),
    );
  }

  private async runStep(name: string, step: Step): Promise<boolean> {
    if ((await this.due.get(name)) === undefined) return false;
    let tried: string | undefined;
    try {
      return await this.unitOfWork.run(async (transaction) => {
        const [next] = await transaction.query<{ subject: string; reached: string | null }>(NEXT, [name]);
        if (next === undefined) return false;
        const { subject, reached } = next;
        tried = subject;
        const isMoreLeft = await step(transaction, subject, reached ?? undefined);
        if (isMoreLeft === false) await transaction.query(DONE, [name, subject]);
        else if (isMoreLeft !== true) await transaction.query(REACHED, [name, subject, isMoreLeft]);
        return true;
      });
    } catch (error) {
      // The other subjects go first.
      if (tried !== undefined)
        await this.unitOfWork.run((transaction) => transaction.query(POSTPONE, [name, tried, 0]));
      throw error;
    }
  }
}
