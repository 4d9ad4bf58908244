import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordsOf } from '#libs/database';

export class SearchTitlesWithoutAccents1760010790000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return build(runner, wordsOf('title'));
  }

  down(runner: QueryRunner): Promise<void> {
    return build(runner, "to_tsvector('simple', lower(regexp_replace(title, '[^[:alnum:]]+', ' ', 'g')))");
  }
}

async function build(runner: QueryRunner, words: string): Promise<void> {
  await runner.query('DROP INDEX quizzes_words');
  await runner.query(`CREATE INDEX quizzes_words ON quizzes USING gin ((${words}))`);
}
