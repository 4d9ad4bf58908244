import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds attempts in the order of their changes. Submissions continue meanwhile. */
export class IndexChangePositions1795730600000 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS attempts_changed, attempts_changed_of_application');
    await runner.query('CREATE INDEX CONCURRENTLY attempts_changed ON attempts (change_position, id)');
    await runner.query(`
      CREATE INDEX CONCURRENTLY attempts_changed_of_application ON attempts (application_id, change_position, id)
      WHERE application_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempts_changed, attempts_changed_of_application');
  }
}
