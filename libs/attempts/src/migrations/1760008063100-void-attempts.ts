import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHED = `
  CREATE OR REPLACE VIEW published_attempts AS
  SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, hundredths AS basis_points,
    passed, total_time_ms, timed_out, completed_at
  FROM attempts`;

/** Voided attempts stay in their table and leave the published view. */
export class VoidAttempts1760008063100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts ADD COLUMN voided_at timestamptz(3), ADD COLUMN void_reason text');
    await runner.query(`${PUBLISHED} WHERE voided_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(PUBLISHED);
    await runner.query('ALTER TABLE attempts DROP COLUMN voided_at, DROP COLUMN void_reason');
  }
}
