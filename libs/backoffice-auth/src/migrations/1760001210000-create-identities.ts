import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdentities1760001210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE identities (
        issuer text NOT NULL,
        subject text NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (issuer, subject)
      )`);
    await runner.query('CREATE UNIQUE INDEX identities_user_id_issuer ON identities (user_id, issuer)');
    await runner.query(`
      CREATE TABLE oidc_sign_ins (
        cookie_hash bytea PRIMARY KEY,
        state text NOT NULL,
        nonce text NOT NULL,
        code_verifier text NOT NULL,
        return_to text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX oidc_sign_ins_expires_at ON oidc_sign_ins (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE oidc_sign_ins');
    await runner.query('DROP TABLE identities');
  }
}
