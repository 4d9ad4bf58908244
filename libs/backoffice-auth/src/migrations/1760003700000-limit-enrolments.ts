import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitEnrolments1760003700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Instances of an older version do not say when an enrolment begins: it begins when they insert it.
    await runner.query('ALTER TABLE second_factors ADD COLUMN begun_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE second_factors DROP COLUMN begun_at');
  }
}
