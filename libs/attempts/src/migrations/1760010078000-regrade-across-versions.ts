import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The questions of a regrade, in all versions that have them; null for earlier regrades, which are of one version. And the score that an
 * attempt was recorded with; null for attempts that were regraded earlier, because it is not known any more.
 */
export class RegradeAcrossVersions1760010078000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE regrades ADD COLUMN question_ids uuid[]');
    await runner.query('ALTER TABLE attempts ADD COLUMN first_correct smallint, ADD COLUMN first_questions smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts DROP COLUMN first_correct, DROP COLUMN first_questions');
    await runner.query('ALTER TABLE regrades DROP COLUMN question_ids');
  }
}
