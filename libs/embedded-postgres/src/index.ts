// PostgreSQL for a clone without a database.
export { startEmbeddedPostgres } from './embedded-postgres.js';
export { findRunningPostgres } from './find-running.js';
