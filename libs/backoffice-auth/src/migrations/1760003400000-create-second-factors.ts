import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSecondFactors1760003400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        user_id uuid PRIMARY KEY,
        secret text NOT NULL,
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
    await runner.query('ALTER TABLE sessions ADD COLUMN method text NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN method');
    await runner.query('DROP TABLE recovery_codes');
    await runner.query('DROP TABLE second_factors');
  }
}
