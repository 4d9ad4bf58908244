import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddConfirmedAtToSessions1760010760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz NOT NULL');
    await runner.query('ALTER TABLE oidc_sign_ins ADD COLUMN confirmed_session bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oidc_sign_ins DROP COLUMN confirmed_session');
    await runner.query('ALTER TABLE sessions DROP COLUMN confirmed_at');
  }
}
