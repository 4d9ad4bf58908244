import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFailedSignIns1760003300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE failed_sign_ins (
        hour timestamptz,
        user_id uuid,
        failures integer NOT NULL,
        PRIMARY KEY (hour, user_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE failed_sign_ins');
  }
}
