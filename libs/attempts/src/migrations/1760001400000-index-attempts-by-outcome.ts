import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexAttemptsByOutcome1760001400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX attempts_by_outcome ON attempts (quiz_id, passed, timed_out, completed_at DESC, id DESC)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempts_by_outcome');
  }
}
