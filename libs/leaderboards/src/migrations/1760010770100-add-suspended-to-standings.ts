import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the user of a standing is suspended. */
export class AddSuspendedToStandings1760010770100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quiz_standings ADD COLUMN suspended boolean NOT NULL DEFAULT false');
    await runner.query('ALTER TABLE global_standings ADD COLUMN suspended boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE global_standings DROP COLUMN suspended');
    await runner.query('ALTER TABLE quiz_standings DROP COLUMN suspended');
  }
}
