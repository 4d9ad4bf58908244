import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddReleasedAt1795791000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images ADD COLUMN released_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images DROP COLUMN released_at');
  }
}
