import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePlatform1760000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kept_counts (
        subject uuid NOT NULL,
        name text NOT NULL,
        slot smallint NOT NULL,
        value bigint NOT NULL,
        PRIMARY KEY (subject, name, slot)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE idempotency_keys (
        user_id uuid NOT NULL,
        key text NOT NULL,
        request_hash bytea NOT NULL,
        subject uuid,
        headers jsonb,
        body text,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, key)
      )`);
    await runner.query(`
      CREATE TABLE deferred_deletions (
        name text NOT NULL,
        subject uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (name, subject)
      )`);
    await runner.query('CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deferred_deletions');
    await runner.query('DROP TABLE idempotency_keys');
    await runner.query('DROP TABLE kept_counts');
  }
}
