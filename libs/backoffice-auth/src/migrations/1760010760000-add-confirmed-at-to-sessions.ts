import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions that an instance of an older version begins get the default, the time of their sign-in. */
export class AddConfirmedAtToSessions1760010760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now()');
    await runner.query('UPDATE sessions SET confirmed_at = created_at');
    await runner.query('ALTER TABLE oidc_sign_ins ADD COLUMN confirmed_session bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oidc_sign_ins DROP COLUMN confirmed_session');
    await runner.query('ALTER TABLE sessions DROP COLUMN confirmed_at');
  }
}
