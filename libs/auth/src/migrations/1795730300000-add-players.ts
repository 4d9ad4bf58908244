import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordsOf } from '#libs/database';

/** Players: users that belong to an application, which names them by an external id. They have no email. */
export class AddPlayers1795730300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ALTER COLUMN email DROP NOT NULL,
        ADD COLUMN application_id uuid CONSTRAINT users_application REFERENCES users (id),
        ADD COLUMN external_id text,
        ADD CONSTRAINT users_player CHECK (
          (application_id IS NULL) = (external_id IS NULL) AND (application_id IS NULL) = (email IS NOT NULL))`);
    await runner.query(`
      CREATE UNIQUE INDEX users_external_id ON users (application_id, external_id) WHERE application_id IS NOT NULL`);
    // Users are found by their external ids too.
    await this.indexWords(runner, "display_name || ' ' || coalesce(email, external_id)");
  }

  /** Fails if there are players: without an application they would be nobody's. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_external_id');
    await runner.query(`
      ALTER TABLE users DROP CONSTRAINT users_player, DROP COLUMN application_id, ALTER COLUMN email SET NOT NULL`);
    await this.indexWords(runner, "display_name || ' ' || email");
    await runner.query('ALTER TABLE users DROP COLUMN external_id');
  }

  private async indexWords(runner: QueryRunner, text: string): Promise<void> {
    await runner.query('DROP INDEX users_words');
    await runner.query(`CREATE INDEX users_words ON users USING gin ((${wordsOf(text)})) WITH (fastupdate = off)`);
  }
}
