import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the counts and starts of a user, for exports and erasures. Submissions continue meanwhile. */
export class IndexUsers1795781009207 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS attempt_counts_of_user, starts_of_user');
    await runner.query('CREATE INDEX CONCURRENTLY attempt_counts_of_user ON attempt_counts (user_id)');
    await runner.query('CREATE INDEX CONCURRENTLY starts_of_user ON starts (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempt_counts_of_user, starts_of_user');
  }
}
