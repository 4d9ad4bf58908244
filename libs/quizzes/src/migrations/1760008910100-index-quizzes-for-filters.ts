import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexQuizzesForFilters1760008910100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX quizzes_by_author ON quizzes (author_id, created_at, id)');
    // With the time of creation it is read alone where the quizzes that changed since a time are sorted by their creation.
    await runner.query('DROP INDEX quizzes_by_update');
    await runner.query('CREATE INDEX quizzes_by_update ON quizzes (updated_at, id) INCLUDE (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX quizzes_by_author');
    await runner.query('DROP INDEX quizzes_by_update');
    await runner.query('CREATE INDEX quizzes_by_update ON quizzes (updated_at, id)');
  }
}
