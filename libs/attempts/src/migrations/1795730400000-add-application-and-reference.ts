import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The application that submitted an attempt for its player, and what the client calls the attempt; null if there is none. */
export class AddApplicationAndReference1795730400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts ADD COLUMN application_id uuid, ADD COLUMN reference text');
    await this.publish(runner, 'coalesce(grading, 0) AS grading, application_id, reference');
  }

  /** Fails if attempts have one: it would be lost. */
  async down(runner: QueryRunner): Promise<void> {
    const found = (await runner.query(
      'SELECT FROM attempts WHERE application_id IS NOT NULL OR reference IS NOT NULL LIMIT 1',
    )) as unknown[];
    if (found.length > 0)
      throw new Error('Attempts have applications or references, which the former version does not store');
    await runner.query('DROP VIEW published_attempts');
    await this.publish(runner, 'coalesce(grading, 0) AS grading');
    await runner.query('ALTER TABLE attempts DROP COLUMN application_id, DROP COLUMN reference');
  }

  private async publish(runner: QueryRunner, last: string): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW published_attempts AS
      SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, basis_points,
        passed, total_time_ms, timed_out, completed_at, ${last}
      FROM attempts WHERE voided_at IS NULL`);
  }
}
