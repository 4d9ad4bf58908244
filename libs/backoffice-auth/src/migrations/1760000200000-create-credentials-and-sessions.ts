import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCredentialsAndSessions1760000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE credentials (
        user_id uuid PRIMARY KEY,
        password_hash text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE sessions (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sessions_user_id ON sessions (user_id)');
    await runner.query('CREATE INDEX sessions_expires_at ON sessions (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions');
    await runner.query('DROP TABLE credentials');
  }
}
