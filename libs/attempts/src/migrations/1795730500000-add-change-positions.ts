import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts can be read in the order of their changes: docs/adr/0083-the-feed-follows-transaction-ids.md. */
export class AddChangePositions1795730500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // One row. No cluster has the empty name: the first instance writes that of its own.
    await runner.query(`
      CREATE TABLE change_positions (
        id smallint PRIMARY KEY CHECK (id = 1),
        cluster text NOT NULL,
        base bigint NOT NULL
      )`);
    await runner.query(`INSERT INTO change_positions (id, cluster, base) VALUES (1, '', 0)`);
    await runner.query('CREATE TABLE change_horizons (server text PRIMARY KEY, horizon bigint NOT NULL)');
    await runner.query(`
      CREATE FUNCTION next_change_position() RETURNS bigint LANGUAGE sql VOLATILE AS
      $$ SELECT base + pg_current_xact_id()::text::bigint FROM change_positions $$`);
    // In two steps, so that PostgreSQL does not rewrite the table. Instances of the former release use the default.
    await runner.query('ALTER TABLE attempts ADD COLUMN change_position bigint NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE attempts ALTER COLUMN change_position SET DEFAULT next_change_position()');
    await this.createDeletedAttempts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_attempts');
    await runner.query('ALTER TABLE attempts DROP COLUMN change_position');
    await runner.query('DROP FUNCTION next_change_position');
    await runner.query('DROP TABLE change_horizons');
    await runner.query('DROP TABLE change_positions');
  }

  private async createDeletedAttempts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_attempts (
        quiz_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        application_id uuid,
        change_position bigint NOT NULL,
        deleted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (quiz_id, id)
      )`);
    await runner.query('CREATE INDEX deleted_attempts_changed ON deleted_attempts (change_position, id)');
    await runner.query('CREATE INDEX deleted_attempts_of_user ON deleted_attempts (user_id, change_position, id)');
    await runner.query(`
      CREATE INDEX deleted_attempts_of_application ON deleted_attempts (application_id, change_position, id)
      WHERE application_id IS NOT NULL`);
    await runner.query('CREATE INDEX deleted_attempts_deleted_at ON deleted_attempts (deleted_at)');
  }
}
