// PostgreSQL for a clone that runs at once.
export { startEmbeddedPostgres } from './embedded-postgres.js';
export { findRunningPostgres } from './find-running.js';
