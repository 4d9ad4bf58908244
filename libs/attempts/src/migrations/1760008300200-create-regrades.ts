import type { MigrationInterface, QueryRunner } from 'typeorm';

const PUBLISHED = `published_attempts AS
  SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, hundredths AS basis_points,
    passed, total_time_ms, timed_out, completed_at`;

const ROWS = 'FROM attempts WHERE voided_at IS NULL';

/** Regrades; the grading by which an attempt is scored, null for its content; and when a regrade last changed its score. */
export class CreateRegrades1760008300200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE regrades (
        quiz_id uuid NOT NULL,
        id uuid NOT NULL,
        grading integer NOT NULL,
        version integer NOT NULL,
        question smallint NOT NULL,
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
    await runner.query('ALTER TABLE attempts ADD COLUMN grading integer, ADD COLUMN regraded_at timestamptz(3)');
    await runner.query(`CREATE OR REPLACE VIEW ${PUBLISHED}, coalesce(grading, 0) AS grading ${ROWS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_attempts');
    await runner.query(`CREATE VIEW ${PUBLISHED} ${ROWS}`);
    await runner.query('ALTER TABLE attempts DROP COLUMN grading, DROP COLUMN regraded_at');
    await runner.query('DROP TABLE regrades');
  }
}
