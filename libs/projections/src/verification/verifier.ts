import { SetMetadata } from '@nestjs/common';
import type { Transaction } from '#libs/database';

/** What a module keeps and what it ought to be. */
export interface Difference {
  /** Such as `quiz 019…, user 019…`. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}

/** A bounded part of what is compared. */
export interface Part {
  /** How far the verification has come with it: from 0 to 1. */
  readonly done: number;
  /** How many things were compared in it. */
  readonly compared: number;
  readonly differences?: readonly Difference[];
  /**
   * Sets the differences right, as far as they are still there, with the statements of ordinary writes.
   * @returns whether more is left to do, in a transaction of its own
   */
  repair?(transaction: Transaction): Promise<boolean>;
}

/**
 * Compares what a module keeps (sums, counts, tallies) with what it follows from. Each part is read in one snapshot, so that nothing
 * differs only because others write meanwhile. Declared by {@link Verifies}.
 */
export interface Verifier {
  verify(): AsyncGenerator<Part>;
}

export const VERIFIES = Symbol('VERIFIES');

/** Declares what a {@link Verifier} verifies, such as `standings of quizzes`. */
export const Verifies = (what: string): ClassDecorator => SetMetadata(VERIFIES, what);
