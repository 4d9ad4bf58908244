import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds quizzes by their settings. Quizzes are written meanwhile. */
export class IndexSettings1795746950000 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS quizzes_by_opening, quizzes_by_tag, quizzes_by_language');
    // With the id it is read alone where lists leave out quizzes that are not open yet.
    await runner.query(`
      CREATE INDEX CONCURRENTLY quizzes_by_opening ON quizzes (opens_at, id) WHERE opens_at IS NOT NULL`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY quizzes_by_tag ON quizzes USING gin (tag_keys) WHERE tag_keys <> '{}'`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY quizzes_by_language ON quizzes (language text_pattern_ops) WHERE language IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX quizzes_by_opening, quizzes_by_tag, quizzes_by_language');
  }
}
