import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of earlier releases keep null: only the author of the first version is known, from the quiz. */
export class NameAuthorsOfVersions1760008300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quiz_versions ADD COLUMN created_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quiz_versions DROP COLUMN created_by');
  }
}
