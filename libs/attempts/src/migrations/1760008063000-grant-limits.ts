import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts and time that users may have beyond the limits of a quiz. */
export class GrantLimits1760008063000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attempt_counts
        ADD COLUMN extra_attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN extra_seconds integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempt_counts DROP COLUMN extra_attempts, DROP COLUMN extra_seconds');
  }
}
