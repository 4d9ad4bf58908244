import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The questions of a regrade, in all versions that have them. And the score that an attempt was recorded with; null for attempts that were
 * regraded earlier, because it is not known any more.
 */
export class RegradeAcrossVersions1760010078000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE regrades ADD COLUMN question_ids uuid[]');
    await runner.query(`
      UPDATE regrades SET question_ids = ARRAY[quiz_versions.question_ids[regrades.question + 1]] FROM quiz_versions
      WHERE quiz_versions.quiz_id = regrades.quiz_id AND quiz_versions.version = regrades.version`);
    await runner.query('DELETE FROM regrades WHERE question_ids IS NULL');
    await runner.query('ALTER TABLE regrades ALTER COLUMN question_ids SET NOT NULL');
    await runner.query('ALTER TABLE attempts ADD COLUMN first_correct smallint, ADD COLUMN first_questions smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts DROP COLUMN first_correct, DROP COLUMN first_questions');
    await runner.query('ALTER TABLE regrades DROP COLUMN question_ids');
  }
}
