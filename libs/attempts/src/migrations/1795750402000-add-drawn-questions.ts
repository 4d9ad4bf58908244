import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which questions of its version the start of an attempt drew; null if all were asked. */
export class AddDrawnQuestions1795750402000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts ADD COLUMN drawn_questions smallint[]');
    await this.publish(runner, 'reference, drawn_questions');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_attempts');
    await this.publish(runner, 'reference');
    await runner.query('ALTER TABLE attempts DROP COLUMN drawn_questions');
  }

  private async publish(runner: QueryRunner, last: string): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW published_attempts AS
      SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, basis_points,
        passed, total_time_ms, timed_out, completed_at, coalesce(grading, 0) AS grading, application_id, ${last}
      FROM attempts WHERE voided_at IS NULL`);
  }
}
