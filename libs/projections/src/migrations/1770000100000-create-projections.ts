import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProjections1770000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sharded_counters (
        subject uuid NOT NULL,
        name text NOT NULL,
        shard smallint NOT NULL,
        value bigint NOT NULL,
        PRIMARY KEY (subject, name, shard)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE deferred_deletions (
        name text NOT NULL,
        subject uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (name, subject)
      )`);
    await runner.query(`
      CREATE TABLE consistency_checks (
        name text PRIMARY KEY,
        checked_at timestamptz NOT NULL,
        differences integer NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE consistency_checks');
    await runner.query('DROP TABLE deferred_deletions');
    await runner.query('DROP TABLE sharded_counters');
  }
}
