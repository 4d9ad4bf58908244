import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The pass mark by which an attempt was judged, so that a regrade judges it by the same, and the time limit of a start. */
export class AddPassMarksAndLimits1795752600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts ADD COLUMN pass_percentage smallint');
    await runner.query('ALTER TABLE starts ADD COLUMN limit_seconds integer');
    await this.publish(runner, 'drawn_questions, pass_percentage');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_attempts');
    await this.publish(runner, 'drawn_questions');
    await runner.query('ALTER TABLE starts DROP COLUMN limit_seconds');
    await runner.query('ALTER TABLE attempts DROP COLUMN pass_percentage');
  }

  private async publish(runner: QueryRunner, last: string): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW published_attempts AS
      SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, basis_points,
        passed, total_time_ms, timed_out, completed_at, coalesce(grading, 0) AS grading, application_id, reference, ${last}
      FROM attempts WHERE voided_at IS NULL`);
  }
}
