import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { isConnectionLost, isDatabaseUnavailable, lockName, UnitOfWork } from '#libs/database';
import { CheckResults } from './check-results.js';
import { type CheckBatch, CONSISTENCY_CHECK, type ConsistencyCheck, type Difference } from './consistency-check.js';

/** Pauses before a repair that waited too long for a lock is retried, in milliseconds. */
const RETRY_DELAYS_MS = [200, 500, 1_000, 2_000];

/** Only one process repairs at a time: two would both add what is missing. A session holds the lock, for many transactions. */
const { text } = lockName('repair')();
const TRY_LOCK = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isHeld"';
const UNLOCK = 'SELECT pg_advisory_unlock(hashtextextended($1, 0))';

/** Receives the progress of a verification. */
export interface VerificationListener {
  /** A check begins; the other calls are about it. */
  begin(what: string): void;
  /** @param compared rows compared so far */
  progress(done: number, compared: number): void;
  differ(difference: Difference): void;
  repairFailed(reason: string): void;
}

export interface VerificationResult {
  compared: number;
  differences: number;
  /** Differences at the end; 0 if all were repaired. */
  left: number;
}

interface NamedCheck {
  what: string;
  check: ConsistencyCheck;
}

/** Runs the consistency checks of all modules. The service may be running. */
@Injectable()
export class Verification {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly results: CheckResults,
  ) {}

  /**
   * Runs all checks, and stores the result of each that could run to its end.
   * @param fix whether to repair; checks that found differences run once more afterwards
   * @throws Error if another process repairs, or the database is not available
   */
  async run({ fix }: { fix: boolean }, listener: VerificationListener): Promise<VerificationResult> {
    await this.results.removeAllBut(this.checks().map(({ what }) => what));
    if (!fix) return this.runAll(false, this.checks(), listener);
    const lock = this.source.createQueryRunner();
    try {
      const [answer] = (await lock.query(TRY_LOCK, [text])) as { isHeld: boolean }[];
      if (answer?.isHeld !== true) throw new Error('Another "verify --fix" is at work on this database');
      return await this.repair(listener);
    } finally {
      await lock.query(UNLOCK, [text]).catch(() => undefined);
      await lock.release();
    }
  }

  private async repair(listener: VerificationListener): Promise<VerificationResult> {
    const total = { compared: 0, differences: 0, left: 0 };
    for (const one of this.checks()) {
      const first = await this.runAll(true, [one], listener);
      total.compared += first.compared;
      total.differences += first.differences;
      if (first.differences > 0) total.left += (await this.runAll(false, [one], listener)).differences;
    }
    return total;
  }

  private async runAll(
    fix: boolean,
    checks: NamedCheck[],
    listener: VerificationListener,
  ): Promise<VerificationResult> {
    const result = { compared: 0, differences: 0, left: 0 };
    for (const { what, check } of checks) {
      listener.begin(what);
      let [done, compared, differences] = [0, 0, 0];
      for await (const batch of check.run()) {
        done = batch.done ?? done;
        compared += batch.compared ?? 0;
        for (const difference of batch.differences ?? []) listener.differ(difference);
        differences += batch.differences?.length ?? 0;
        if (fix) await this.repairBatch(batch, listener);
        listener.progress(done, compared);
      }
      await this.results.record(what, differences);
      result.compared += compared;
      result.differences += differences;
    }
    return { ...result, left: result.differences };
  }

  private async repairBatch(batch: CheckBatch, listener: VerificationListener): Promise<void> {
    if (batch.repair === undefined) return;
    for (let tries = 0; ;) {
      try {
        if ((await this.unitOfWork.run(async (transaction) => batch.repair?.(transaction))) !== true) return;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || isConnectionLost(error)) throw error;
        const delay = RETRY_DELAYS_MS[tries++];
        if (delay === undefined) {
          listener.repairFailed((error as Error).message);
          return;
        }
        await sleep(delay);
      }
    }
  }

  private checks(): NamedCheck[] {
    return this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      if (typeof metatype !== 'function') return [];
      const what: unknown = Reflect.getMetadata(CONSISTENCY_CHECK, metatype);
      return typeof what === 'string' ? [{ what, check: instance as ConsistencyCheck }] : [];
    });
  }
}
