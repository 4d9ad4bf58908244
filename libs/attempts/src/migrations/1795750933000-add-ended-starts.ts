import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Starts that an administrator ended, until they are recorded. */
export class AddEndedStarts1795750933000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE starts ADD COLUMN is_ended boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE starts DROP COLUMN is_ended');
  }
}
