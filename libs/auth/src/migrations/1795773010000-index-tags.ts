import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds users by their tags. Users are written meanwhile. */
export class IndexTags1795773010000 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS users_by_tag');
    await runner.query(`CREATE INDEX CONCURRENTLY users_by_tag ON users USING gin (tag_keys) WHERE tag_keys <> '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_by_tag');
  }
}
