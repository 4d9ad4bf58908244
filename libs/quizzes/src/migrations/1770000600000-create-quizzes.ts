import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordsOf } from '#libs/database';

export class CreateQuizzes1770000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Submissions compare `grading`, so that none is recorded with a score of a former grading.
    await runner.query(`
      CREATE TABLE quizzes (
        id uuid PRIMARY KEY,
        author_id uuid NOT NULL,
        title text NOT NULL,
        description text,
        hero_image_url text,
        max_attempts integer NOT NULL,
        time_limit_seconds integer NOT NULL,
        randomize_questions boolean NOT NULL,
        version integer NOT NULL,
        revision integer NOT NULL,
        grading integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX quizzes_newest ON quizzes (created_at DESC, id DESC)');
    await runner.query('CREATE INDEX quizzes_by_author ON quizzes (author_id, created_at, id)');
    // With the title it is read alone: PostgreSQL does not see that it has no need of the row.
    await runner.query('CREATE INDEX quizzes_by_title ON quizzes (lower(title), id) INCLUDE (title)');
    // With the time of creation it is read alone where the quizzes that changed since a time are sorted by their creation.
    await runner.query('CREATE INDEX quizzes_by_update ON quizzes (updated_at, id) INCLUDE (created_at)');
    await runner.query(`CREATE INDEX quizzes_words ON quizzes USING gin ((${wordsOf('title')}))`);
    // What other modules may read of quizzes.
    await runner.query('CREATE VIEW published_quizzes AS SELECT id AS quiz_id, created_at FROM quizzes');
    await runner.query(`
      CREATE TABLE quiz_versions (
        quiz_id uuid NOT NULL CONSTRAINT quiz_versions_quiz REFERENCES quizzes (id) ON DELETE CASCADE,
        version integer NOT NULL,
        content jsonb NOT NULL,
        question_ids uuid[] NOT NULL,
        question_set bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        created_by uuid,
        PRIMARY KEY (quiz_id, version)
      )`);
    await runner.query('CREATE INDEX quiz_versions_question_set ON quiz_versions (quiz_id, question_set, version)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE quiz_versions');
    await runner.query('DROP VIEW published_quizzes');
    await runner.query('DROP TABLE quizzes');
  }
}
