import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSignInCounts1760001720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_counts (
        key bytea PRIMARY KEY,
        attempts integer NOT NULL,
        ends_at timestamptz NOT NULL,
        next_turn timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_counts_ends_at ON sign_in_counts (ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_counts');
  }
}
