import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DescribeSessions1760008400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(), ADD COLUMN user_agent text,
        ADD COLUMN address text NOT NULL, ADD COLUMN last_used_at timestamptz NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions DROP COLUMN id, DROP COLUMN user_agent, DROP COLUMN address, DROP COLUMN last_used_at`);
  }
}
