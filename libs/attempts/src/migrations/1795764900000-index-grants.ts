import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the grants among the counts of a quiz. Submissions continue meanwhile. */
export class IndexGrants1795764900000 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS attempt_counts_granted');
    await runner.query(`
      CREATE INDEX CONCURRENTLY attempt_counts_granted ON attempt_counts (quiz_id, user_id)
      WHERE (extra_attempts, extra_seconds) <> (0, 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempt_counts_granted');
  }
}
