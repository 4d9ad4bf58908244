import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsersAndApiKeys1760000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        display_name text NOT NULL,
        image text,
        role text NOT NULL,
        suspended boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX users_email ON users (email)');
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        hash bytea NOT NULL,
        shown text NOT NULL,
        user_id uuid NOT NULL CONSTRAINT api_keys_user REFERENCES users (id) ON DELETE CASCADE,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        last_used_at timestamptz
      )`);
    await runner.query('CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash)');
    await runner.query('CREATE INDEX api_keys_user_id ON api_keys (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
    await runner.query('DROP TABLE users');
  }
}
