import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what was done to a quiz and to its attempts. Changes are audited meanwhile. */
export class IndexAffectedQuizzes1795790000000 implements MigrationInterface {
  /** `CREATE INDEX CONCURRENTLY` runs outside a transaction. A run that was interrupted is repeated from the beginning. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS audit_entries_newest_of_affected_quiz');
    await runner.query(`
      CREATE INDEX CONCURRENTLY audit_entries_newest_of_affected_quiz ON audit_entries (
        subject_kind,
        (CASE WHEN subject_kind = 'quiz' THEN subject_id::text ELSE details->>'quizId' END),
        at DESC, id DESC, actor_id, action
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_entries_newest_of_affected_quiz');
  }
}
