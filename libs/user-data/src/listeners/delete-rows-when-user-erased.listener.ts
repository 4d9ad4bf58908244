import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeferredDeletions, ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { UserErased } from '../events/user-erased.event.js';
import { ERASURES } from '../holds-user-data.js';
import { UserDataTables } from '../user-data-tables.js';

/** Names of the deferred deletions. */
const NAMES = { anonymise: 'rows of anonymised users', remove: 'rows of removed users' };

/** Deletes the rows of all tables whose entities say so: what is left of those that are deleted in steps in the background. */
@Injectable()
@ListensTo(UserErased)
export class DeleteRowsWhenUserErased implements TransactionListener<UserErased>, OnModuleInit {
  constructor(
    private readonly tables: UserDataTables,
    private readonly deletions: DeferredDeletions,
  ) {}

  onModuleInit(): void {
    for (const way of ERASURES)
      this.deletions.register(NAMES[way], (transaction, userId) => this.tables.delete(userId, way, transaction));
  }

  async handle({ userId, way }: UserErased, transaction: Transaction): Promise<void> {
    const isMoreLeft = await this.tables.delete(userId, way, transaction);
    if (isMoreLeft) await this.deletions.defer(transaction, NAMES[way], userId);
  }
}
