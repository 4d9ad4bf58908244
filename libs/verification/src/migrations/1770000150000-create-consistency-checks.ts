import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateConsistencyChecks1770000150000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE consistency_checks (
        name text PRIMARY KEY,
        checked_at timestamptz NOT NULL,
        differences integer NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE consistency_checks');
  }
}
