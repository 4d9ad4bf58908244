import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { isConnectionLost, isDatabaseUnavailable, UnitOfWork } from '#libs/database';
import { type Difference, type Part, VERIFIES, type Verifier } from './verifier.js';

/** Pauses before a repair is tried again that had to wait too long for a lock, in milliseconds. */
const RETRY_DELAYS_MS = [200, 500, 1_000, 2_000];

/** Whoever repairs holds this lock: what one adds that is missing, another must not add once more. */
const TRY_LOCK = `SELECT pg_try_advisory_lock(hashtextextended('repair of kept data', 4)) AS "isHeld"`;
const UNLOCK = `SELECT pg_advisory_unlock(hashtextextended('repair of kept data', 4))`;

/** Hears how a verification goes. */
export interface VerificationListener {
  begin(what: string): void;
  /** @param compared things compared so far */
  progress(what: string, done: number, compared: number): void;
  differ(what: string, difference: Difference): void;
  /** A repair failed for the reason told. */
  repairFailed(what: string, reason: string): void;
}

export interface VerificationResult {
  compared: number;
  differences: number;
  /** Differences that are there at the end; 0 where all were repaired. */
  left: number;
}

interface NamedVerifier {
  what: string;
  verifier: Verifier;
}

/** Has all modules compare what they keep with what it follows from, while the service may go on. */
@Injectable()
export class Verification {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param fix whether to repair; then whatever differed is verified once more
   * @throws Error where another one repairs, or the database cannot be asked
   */
  async run({ fix }: { fix: boolean }, listener: VerificationListener): Promise<VerificationResult> {
    if (!fix) return this.verifyAll(false, this.verifiers(), listener);
    const lock = this.source.createQueryRunner();
    try {
      const [answer] = (await lock.query(TRY_LOCK)) as { isHeld: boolean }[];
      if (answer?.isHeld !== true) throw new Error('Another "verify --fix" is at work on this database');
      return await this.repair(listener);
    } finally {
      await lock.query(UNLOCK).catch(() => undefined);
      await lock.release();
    }
  }

  private async repair(listener: VerificationListener): Promise<VerificationResult> {
    const total = { compared: 0, differences: 0, left: 0 };
    for (const one of this.verifiers()) {
      const first = await this.verifyAll(true, [one], listener);
      total.compared += first.compared;
      total.differences += first.differences;
      if (first.differences > 0) total.left += (await this.verifyAll(false, [one], listener)).differences;
    }
    return total;
  }

  private async verifyAll(
    fix: boolean,
    verifiers: NamedVerifier[],
    listener: VerificationListener,
  ): Promise<VerificationResult> {
    const result = { compared: 0, differences: 0, left: 0 };
    for (const { what, verifier } of verifiers) {
      listener.begin(what);
      let compared = 0;
      for await (const part of verifier.verify()) {
        compared += part.compared;
        for (const difference of part.differences ?? []) listener.differ(what, difference);
        result.differences += part.differences?.length ?? 0;
        if (fix) await this.repairPart(what, part, listener);
        listener.progress(what, part.done, compared);
      }
      result.compared += compared;
    }
    return { ...result, left: result.differences };
  }

  private async repairPart(what: string, part: Part, listener: VerificationListener): Promise<void> {
    if (part.repair === undefined) return;
    for (let tries = 0; ;) {
      try {
        if ((await this.unitOfWork.run(async (transaction) => part.repair?.(transaction))) !== true) return;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || isConnectionLost(error)) throw error;
        const delay = RETRY_DELAYS_MS[tries++];
        if (delay === undefined) {
          listener.repairFailed(what, (error as Error).message);
          return;
        }
        await sleep(delay);
      }
    }
  }

  private verifiers(): NamedVerifier[] {
    return this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      if (typeof metatype !== 'function') return [];
      const what: unknown = Reflect.getMetadata(VERIFIES, metatype);
      return typeof what === 'string' ? [{ what, verifier: instance as Verifier }] : [];
    });
  }
}
