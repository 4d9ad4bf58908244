import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeferredDeletions, ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { UserErased } from '#libs/user-data';
import { EraseSteps, NAMES } from '../erase-steps.js';
import { ChangedAttempts } from '../feed/changed-attempts.js';

/** Erases what a user has at quizzes, in the background: each step locks a quiz, and the transaction of the event may lock many rows. */
@Injectable()
@ListensTo(UserErased)
export class EraseAttemptsWhenUserErased implements TransactionListener<UserErased>, OnModuleInit {
  constructor(
    private readonly deletions: DeferredDeletions,
    private readonly steps: EraseSteps,
    private readonly changes: ChangedAttempts,
  ) {}

  onModuleInit(): void {
    this.deletions.register(NAMES.anonymise, (transaction, userId) => this.steps.anonymise(transaction, userId));
    this.deletions.register(NAMES.remove, (transaction, userId) => this.steps.remove(transaction, userId));
  }

  async handle({ userId, way }: UserErased, transaction: Transaction): Promise<void> {
    await this.deletions.defer(transaction, NAMES[way], userId);
    // The name and the external id are gone from the attempts that stay.
    if (way === 'anonymise') await this.changes.announceOfUser(transaction, userId);
  }
}
