// PostgreSQL for a clone without a database.
export { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
