// The database: statements, units of work, work in the background, and listeners in transactions.
export { Background, IS_IDLE } from './background.js';
export { hasSqlState, isConnectionLost, isDatabaseUnavailable } from './database-errors.js';
export { DatabaseModule } from './database.module.js';
export { Database } from './database.js';
export { DeferredDeletions, deferredSubjects } from './deferred-deletions.js';
export { Expires } from './expiry.js';
export { GroupCommit, type Retry } from './group-commit.js';
export { type Lock, lockName, shared } from './locks.js';
export { EARLIER_DATABASE, listMigrations, type MigrationState, readMigrationState } from './migrations.js';
export { newId } from './new-id.js';
export { Replica } from './replica.js';
export { eachWordOf, everyWordOf, wordsOf } from './search.js';
export { BatchLoader } from './batch-loader.js';
export { type Reader, Snapshot, Snapshots } from './snapshots.js';
export { sql, type Statement, unpreparedSql } from './statement.js';
export { ListensTo, type TransactionListener, TransactionListeners } from './transaction-listener.js';
export { Transaction } from './transaction.js';
export { UnitOfWork } from './unit-of-work.js';
