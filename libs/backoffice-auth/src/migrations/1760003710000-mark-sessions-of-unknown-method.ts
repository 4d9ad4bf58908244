import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MarkSessionsOfUnknownMethod1760003710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Instances of an older version begin sessions by password and at the provider, and do not say which.
    await runner.query(`ALTER TABLE sessions ALTER COLUMN method SET DEFAULT 'unknown'`);
    // Those from before had the former default.
    await runner.query(`UPDATE sessions SET method = 'unknown' WHERE method = 'password'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE sessions SET method = 'password' WHERE method = 'unknown'`);
    await runner.query(`ALTER TABLE sessions ALTER COLUMN method SET DEFAULT 'password'`);
  }
}
