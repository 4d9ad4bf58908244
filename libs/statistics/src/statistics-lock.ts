import { lockName } from '#libs/database';

/** Transactions that change the statistics hold it: one instance counts at a time, and a deletion waits for it. */
export const STATISTICS = lockName('statistics', { prefix: 'statistics of attempts', seed: 2 });
