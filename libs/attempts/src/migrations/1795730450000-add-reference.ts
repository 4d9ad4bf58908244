import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the client calls an attempt. */
export class AddReference1795730450000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts ADD COLUMN reference text');
    await this.publish(runner, 'application_id, reference');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_attempts');
    await this.publish(runner, 'application_id');
    await runner.query('ALTER TABLE attempts DROP COLUMN reference');
  }

  private async publish(runner: QueryRunner, last: string): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW published_attempts AS
      SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, basis_points,
        passed, total_time_ms, timed_out, completed_at, coalesce(grading, 0) AS grading, ${last}
      FROM attempts WHERE voided_at IS NULL`);
  }
}
