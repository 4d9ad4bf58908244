import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordsOf } from '#libs/database';

export class CreateUsersAndApiKeys1770000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createUsers(runner);
    await this.createKeys(runner);
    await this.createUsage(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_addresses');
    await runner.query('DROP TABLE key_usage');
    await runner.query('DROP TABLE api_keys');
    await runner.query('DROP VIEW published_suspensions');
    await runner.query('DROP TABLE users');
  }

  private async createUsers(runner: QueryRunner): Promise<void> {
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
    // The backoffice lists users by these, and finds users and keys by the words below.
    await runner.query('CREATE INDEX users_created_at ON users (created_at, id)');
    await runner.query('CREATE INDEX users_display_name ON users (lower(display_name), id)');
    await this.indexWords(runner, 'users_words', 'users', "display_name || ' ' || email");
    await this.indexWords(runner, 'users_name_words', 'users', 'display_name');
    // What other modules may read of users: who is suspended. Their standings and statistics leave these users out.
    await runner.query('CREATE INDEX users_suspended ON users (id) WHERE suspended');
    await runner.query('CREATE VIEW published_suspensions AS SELECT id AS user_id FROM users WHERE suspended');
  }

  private async createKeys(runner: QueryRunner): Promise<void> {
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
        disabled boolean NOT NULL DEFAULT false,
        rate_limit integer,
        rotated_from uuid CONSTRAINT api_keys_predecessor REFERENCES api_keys (id) ON DELETE SET NULL,
        counts_for uuid,
        last_used_at timestamptz
      )`);
    await runner.query('CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash)');
    await runner.query('CREATE INDEX api_keys_user_id ON api_keys (user_id)');
    await runner.query('CREATE INDEX api_keys_rotated_from ON api_keys (rotated_from)');
    await this.indexWords(runner, 'api_keys_words', 'api_keys', "name || ' ' || shown");
  }

  private async createUsage(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE key_usage (
        hour timestamptz NOT NULL,
        key_id uuid NOT NULL,
        requests integer NOT NULL,
        rejections integer NOT NULL,
        client_errors integer NOT NULL DEFAULT 0,
        server_errors integer NOT NULL DEFAULT 0,
        rate_limited integer NOT NULL DEFAULT 0,
        limit_reached integer NOT NULL DEFAULT 0,
        PRIMARY KEY (hour, key_id)
      )`);
    // The primary key begins with the hour.
    await runner.query('CREATE INDEX key_usage_key_id ON key_usage (key_id, hour)');
    await runner.query(`
      CREATE TABLE key_addresses (
        key_id uuid NOT NULL CONSTRAINT key_addresses_key REFERENCES api_keys (id) ON DELETE CASCADE,
        address text NOT NULL,
        last_used_at timestamptz NOT NULL,
        PRIMARY KEY (key_id, address)
      )`);
    await runner.query('CREATE INDEX key_addresses_last_used_at ON key_addresses (last_used_at)');
  }

  /** Written at once: what is put aside for later would slow every search. */
  private async indexWords(runner: QueryRunner, index: string, table: string, text: string): Promise<void> {
    await runner.query(`CREATE INDEX ${index} ON ${table} USING gin ((${wordsOf(text)})) WITH (fastupdate = off)`);
  }
}
