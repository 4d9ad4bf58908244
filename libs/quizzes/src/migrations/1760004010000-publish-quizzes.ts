import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What other modules may read of quizzes. */
export class PublishQuizzes1760004010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE VIEW published_quizzes AS SELECT id AS quiz_id, created_at FROM quizzes');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_quizzes');
  }
}
