import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordsOf } from '#libs/database';

export class IndexQuizzesForSearch1760001300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX quizzes_words ON quizzes USING gin ((${wordsOf('title')}))`);
    // With the title it is read alone: PostgreSQL does not see that it has no need of the row.
    await runner.query('CREATE INDEX quizzes_by_title ON quizzes (lower(title), id) INCLUDE (title)');
    await runner.query('CREATE INDEX quizzes_by_update ON quizzes (updated_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX quizzes_by_update');
    await runner.query('DROP INDEX quizzes_by_title');
    await runner.query('DROP INDEX quizzes_words');
  }
}
