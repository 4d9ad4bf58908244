import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateKeyUsage1760001110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE key_usage (
        hour timestamptz NOT NULL,
        key_id uuid NOT NULL,
        requests integer NOT NULL,
        refusals integer NOT NULL,
        PRIMARY KEY (hour, key_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_usage');
  }
}
