import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateShardedCounters1770000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sharded_counters (
        subject uuid NOT NULL,
        name text NOT NULL,
        shard smallint NOT NULL,
        value bigint NOT NULL,
        PRIMARY KEY (subject, name, shard)
      ) WITH (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sharded_counters');
  }
}
