import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted quizzes that can be restored, with the columns that quizzes and versions have now. */
export class CreateTrash1795774700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_quizzes (
        LIKE quizzes INCLUDING DEFAULTS,
        deleted_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_by uuid,
        deleted jsonb NOT NULL DEFAULT '{}',
        PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX deleted_quizzes_newest ON deleted_quizzes (deleted_at, id)');
    await runner.query(`
      CREATE TABLE deleted_quiz_versions (
        LIKE quiz_versions INCLUDING DEFAULTS,
        PRIMARY KEY (quiz_id, version),
        CONSTRAINT deleted_quiz_versions_quiz FOREIGN KEY (quiz_id) REFERENCES deleted_quizzes (id) ON DELETE CASCADE
      )`);
  }

  /** Fails if quizzes are in the trash: the former version does not know that their attempts are kept. */
  async down(runner: QueryRunner): Promise<void> {
    const found = (await runner.query('SELECT FROM deleted_quizzes LIMIT 1')) as unknown[];
    if (found.length > 0) throw new Error('Quizzes are in the trash, which the former version does not have');
    await runner.query('DROP TABLE deleted_quiz_versions');
    await runner.query('DROP TABLE deleted_quizzes');
  }
}
