import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submissions compare the number, so that none is recorded with a score of a former grading. */
export class NumberGradings1760008300100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quizzes ADD COLUMN grading integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quizzes DROP COLUMN grading');
  }
}
