import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCredentialsAndSessions1770000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createCredentials(runner);
    await this.createSessions(runner);
    await this.createCounts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE failed_sign_ins');
    await runner.query('DROP TABLE sign_in_counts');
    await runner.query('DROP TABLE oidc_sign_ins');
    await runner.query('DROP TABLE sessions');
    await runner.query('DROP TABLE identities');
    await runner.query('DROP TABLE recovery_codes');
    await runner.query('DROP TABLE second_factors');
    await runner.query('DROP TABLE credentials');
  }

  private async createCredentials(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE credentials (
        user_id uuid PRIMARY KEY,
        password_hash text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE second_factors (
        user_id uuid PRIMARY KEY,
        secret text NOT NULL,
        begun_at timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz,
        last_step integer NOT NULL DEFAULT 0,
        wrong_codes integer NOT NULL DEFAULT 0,
        wrong_since timestamptz
      )`);
    await runner.query(`
      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL,
        code_hash bytea NOT NULL,
        PRIMARY KEY (user_id, code_hash)
      )`);
    await runner.query(`
      CREATE TABLE identities (
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (issuer, subject)
      )`);
    await runner.query('CREATE UNIQUE INDEX identities_user_id_issuer ON identities (user_id, issuer)');
  }

  private async createSessions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions (
        token_hash bytea PRIMARY KEY,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        method text NOT NULL,
        user_agent text,
        address text NOT NULL,
        last_used_at timestamptz NOT NULL,
        confirmed_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sessions_user_id ON sessions (user_id)');
    await runner.query('CREATE INDEX sessions_expires_at ON sessions (expires_at)');
    await runner.query(`
      CREATE TABLE oidc_sign_ins (
        cookie_hash bytea PRIMARY KEY,
        state text NOT NULL,
        nonce text NOT NULL,
        code_verifier text NOT NULL,
        return_to text NOT NULL,
        confirmed_session bytea,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX oidc_sign_ins_expires_at ON oidc_sign_ins (expires_at)');
  }

  /** Attempts to sign in that are limited, and failed ones that are audited. */
  private async createCounts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_counts (
        key bytea PRIMARY KEY,
        attempts integer NOT NULL,
        ends_at timestamptz NOT NULL,
        next_turn timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_counts_ends_at ON sign_in_counts (ends_at)');
    await runner.query(`
      CREATE TABLE failed_sign_ins (
        hour timestamptz NOT NULL,
        user_id uuid NOT NULL,
        failures integer NOT NULL,
        PRIMARY KEY (hour, user_id)
      )`);
  }
}
