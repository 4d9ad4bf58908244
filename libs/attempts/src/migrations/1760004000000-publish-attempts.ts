import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What other modules may read of attempts: the items of `AttemptsRecorded`. */
export class PublishAttempts1760004000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW published_attempts AS
      SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, hundredths AS basis_points,
        passed, total_time_ms, timed_out, completed_at
      FROM attempts`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_attempts');
  }
}
