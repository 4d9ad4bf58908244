import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordsOf } from '#libs/database';

/** Finds players by their external ids. Requests continue meanwhile: nothing here locks users for long. */
export class IndexPlayers1795730310000 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users VALIDATE CONSTRAINT users_player');
    await runner.query('DROP INDEX IF EXISTS users_external_id');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY users_external_id ON users (application_id, external_id)
      WHERE application_id IS NOT NULL`);
    // Users are found by their external ids too.
    await runner.query('DROP INDEX IF EXISTS users_all_words');
    await runner.query(`
      CREATE INDEX CONCURRENTLY users_all_words ON users
      USING gin ((${wordsOf("display_name || ' ' || coalesce(email, external_id)")})) WITH (fastupdate = off)`);
    await runner.query('DROP INDEX IF EXISTS users_words');
    await runner.query('ALTER INDEX users_all_words RENAME TO users_words');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_external_id, users_words');
    await runner.query(`
      CREATE INDEX users_words ON users
      USING gin ((${wordsOf("display_name || ' ' || email")})) WITH (fastupdate = off)`);
  }
}
