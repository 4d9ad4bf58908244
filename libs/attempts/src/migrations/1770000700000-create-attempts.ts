import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAttempts1770000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createAttempts(runner);
    // `extra_attempts` and `extra_seconds` are what a user may have beyond the limits of a quiz.
    await runner.query(`
      CREATE TABLE attempt_counts (
        quiz_id uuid NOT NULL,
        user_id uuid NOT NULL,
        count integer NOT NULL,
        extra_attempts integer NOT NULL DEFAULT 0,
        extra_seconds integer NOT NULL DEFAULT 0,
        PRIMARY KEY (quiz_id, user_id)
      )`);
    await this.createRegrades(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE regrades');
    await runner.query('DROP TABLE attempt_counts');
    await runner.query('DROP VIEW published_attempts');
    await runner.query('DROP TABLE attempts');
  }

  private async createAttempts(runner: QueryRunner): Promise<void> {
    // `grading` is null for attempts that are scored by the content of their version; `first_correct` and
    // `first_questions` are the score that an attempt was recorded with, once a regrade was applied to it.
    await runner.query(`
      CREATE TABLE attempts (
        quiz_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        version integer NOT NULL,
        answers jsonb NOT NULL,
        correct_count smallint NOT NULL,
        total_questions smallint NOT NULL,
        basis_points smallint NOT NULL,
        passed boolean NOT NULL,
        total_time_ms integer NOT NULL,
        timed_out boolean NOT NULL,
        completed_at timestamptz(3) NOT NULL,
        grading integer,
        regraded_at timestamptz(3),
        first_correct smallint,
        first_questions smallint,
        voided_at timestamptz(3),
        void_reason text,
        PRIMARY KEY (quiz_id, id)
      )`);
    await runner.query('CREATE INDEX attempts_newest ON attempts (quiz_id, completed_at DESC, id DESC)');
    await runner.query(
      'CREATE INDEX attempts_newest_of_user ON attempts (quiz_id, user_id, completed_at DESC, id DESC)',
    );
    await runner.query(`
      CREATE INDEX attempts_by_outcome ON attempts (quiz_id, passed, timed_out, completed_at DESC, id DESC)`);
    await runner.query('CREATE INDEX attempts_voided ON attempts (quiz_id, user_id) WHERE voided_at IS NOT NULL');
    // For the attempts of a user at all quizzes.
    await runner.query('CREATE INDEX attempts_of_user ON attempts (user_id, completed_at DESC, id DESC)');
    // What other modules may read of attempts: the items of `AttemptsRecorded`, without voided ones.
    await runner.query(`
      CREATE VIEW published_attempts AS
      SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, basis_points,
        passed, total_time_ms, timed_out, completed_at, coalesce(grading, 0) AS grading
      FROM attempts WHERE voided_at IS NULL`);
  }

  private async createRegrades(runner: QueryRunner): Promise<void> {
    // `question_ids` are the same question in all versions that have it.
    await runner.query(`
      CREATE TABLE regrades (
        quiz_id uuid NOT NULL,
        id uuid NOT NULL,
        grading integer NOT NULL,
        version integer NOT NULL,
        question smallint NOT NULL,
        question_ids uuid[] NOT NULL,
        kind text NOT NULL,
        answers smallint[] NOT NULL,
        reason text NOT NULL,
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        undone_at timestamptz(3),
        undone_grading integer,
        pending boolean NOT NULL DEFAULT true,
        reached_user_id uuid,
        reached_id uuid,
        handled integer NOT NULL DEFAULT 0,
        changed integer NOT NULL DEFAULT 0,
        PRIMARY KEY (quiz_id, id)
      )`);
    await runner.query('CREATE INDEX regrades_pending ON regrades (quiz_id, grading) WHERE pending');
  }
}
