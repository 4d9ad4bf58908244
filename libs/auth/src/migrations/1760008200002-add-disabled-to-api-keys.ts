import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddDisabledToApiKeys1760008200002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN disabled boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN disabled');
  }
}
