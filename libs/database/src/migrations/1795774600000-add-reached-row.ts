import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the steps of a deferred deletion are that leave their rows where they are. */
export class AddReachedRow1795774600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deferred_deletions ADD COLUMN reached uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deferred_deletions DROP COLUMN reached');
  }
}
