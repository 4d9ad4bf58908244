import { SetMetadata } from '@nestjs/common';
import type { Transaction } from '#libs/database';

/** A stored value that differs from the expected one. */
export interface Difference {
  /** Such as `quiz 019…, user 019…`. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}

/** What one step of a check has found. */
export interface CheckBatch {
  /** Progress of the check after it, from 0 to 1, if it has changed. */
  readonly done?: number;
  /** How many rows were compared since the last batch that has this number. */
  readonly compared?: number;
  readonly differences?: readonly Difference[];
  /**
   * Repairs the differences that still exist, with the statements of ordinary writes.
   * @returns whether more is left to do, in a transaction of its own
   */
  repair?(transaction: Transaction): Promise<boolean>;
}

/**
 * Compares stored totals of a module with the rows that they follow from. Each batch is read in one snapshot, so that concurrent
 * writes cause no differences. Declared by {@link ChecksConsistencyOf}.
 */
export interface ConsistencyCheck {
  run(): AsyncGenerator<CheckBatch>;
}

export const CONSISTENCY_CHECK = Symbol('consistency check');

/** Declares what a {@link ConsistencyCheck} verifies, such as `standings of quizzes`. */
export const ChecksConsistencyOf = (what: string): ClassDecorator => SetMetadata(CONSISTENCY_CHECK, what);
