import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBackgroundWork1770000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Each instance updates its rows every few seconds.
    await runner.query(`
      CREATE TABLE background_tasks (
        name text PRIMARY KEY,
        interval_ms integer NOT NULL,
        observed_since timestamptz NOT NULL,
        reported_at timestamptz NOT NULL,
        last_succeeded_at timestamptz,
        last_failed_at timestamptz,
        last_progressed_at timestamptz
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE deferred_deletions (
        name text NOT NULL,
        subject uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (name, subject)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deferred_deletions');
    await runner.query('DROP TABLE background_tasks');
  }
}
