import { In } from 'typeorm';
import type { Transaction } from '#libs/database';
import { UserEntity } from './user.entity.js';

/**
 * Reads users whom rows of this transaction will refer to, and lets nobody erase them before it ends. It waits for an erasure in progress.
 * @returns those that exist
 */
export const keepUsers = (transaction: Transaction, ids: readonly string[]): Promise<UserEntity[]> =>
  transaction.manager.find(UserEntity, {
    where: { id: In(ids) },
    // As changes of users lock them.
    order: { externalId: 'ASC', id: 'ASC' },
    lock: { mode: 'for_key_share' },
  });
