import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Apart from the migration that adds the columns: that one locks the table, and reads must not wait for the index too. */
export class IndexVoidedAttempts1760008063200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX IF NOT EXISTS attempts_voided ON attempts (quiz_id, user_id) WHERE voided_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempts_voided');
  }
}
