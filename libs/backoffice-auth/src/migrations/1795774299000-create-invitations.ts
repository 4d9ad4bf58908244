import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInvitations1795774299000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invitations (
        user_id uuid PRIMARY KEY,
        token_hash bytea NOT NULL,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      )`);
    await runner.query('CREATE UNIQUE INDEX invitations_token_hash ON invitations (token_hash)');
    await runner.query('CREATE INDEX invitations_expires_at ON invitations (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invitations');
  }
}
