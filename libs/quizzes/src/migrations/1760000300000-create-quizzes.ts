import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateQuizzes1760000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX quizzes_newest ON quizzes (created_at DESC, id DESC)');
    await runner.query(`
      CREATE TABLE quiz_versions (
        quiz_id uuid NOT NULL CONSTRAINT quiz_versions_quiz REFERENCES quizzes (id) ON DELETE CASCADE,
        version integer NOT NULL,
        content jsonb NOT NULL,
        question_ids uuid[] NOT NULL,
        question_set bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (quiz_id, version)
      )`);
    await runner.query('CREATE INDEX quiz_versions_question_set ON quiz_versions (quiz_id, question_set, version)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE quiz_versions');
    await runner.query('DROP TABLE quizzes');
  }
}
