import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Players: users that belong to an application, which names them by an external id. They have no email. */
export class AddPlayers1795730300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ALTER COLUMN email DROP NOT NULL,
        ADD COLUMN application_id uuid CONSTRAINT users_application REFERENCES users (id),
        ADD COLUMN external_id text,
        ADD CONSTRAINT users_player CHECK (
          (application_id IS NULL) = (external_id IS NULL) AND (application_id IS NULL) = (email IS NOT NULL)) NOT VALID`);
  }

  /** Fails if there are players: without an application they would be nobody's. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users DROP CONSTRAINT users_player, DROP COLUMN application_id, ALTER COLUMN email SET NOT NULL,
        DROP COLUMN external_id`);
  }
}
