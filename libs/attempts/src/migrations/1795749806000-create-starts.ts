import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open starts, and what their attempts keep of them: docs/adr/0086-a-start-holds-an-attempt.md. */
export class CreateStarts1795749806000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE starts (
        quiz_id uuid NOT NULL,
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        application_id uuid,
        version integer NOT NULL,
        pass_percentage smallint,
        questions jsonb NOT NULL,
        answers jsonb NOT NULL DEFAULT '[]',
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        limit_seconds integer,
        ends_at timestamptz(3),
        is_ended boolean NOT NULL DEFAULT false,
        PRIMARY KEY (quiz_id, user_id)
      )`);
    await runner.query('CREATE INDEX starts_ending ON starts (ends_at) WHERE ends_at IS NOT NULL');
    await runner.query(
      'ALTER TABLE attempts ADD COLUMN drawn_questions smallint[], ADD COLUMN pass_percentage smallint',
    );
    await this.publish(runner, 'reference, drawn_questions, pass_percentage');
  }

  /** Fails if quizzes are being taken, or attempts have what they keep of a start: it would be lost. */
  async down(runner: QueryRunner): Promise<void> {
    const found = (await runner.query(`
      SELECT FROM starts UNION ALL
      SELECT FROM attempts WHERE drawn_questions IS NOT NULL OR pass_percentage IS NOT NULL LIMIT 1`)) as unknown[];
    if (found.length > 0)
      throw new Error(
        'There are open starts, or attempts with drawn questions or a pass mark, which the former version does not store',
      );
    await runner.query('DROP VIEW published_attempts');
    await this.publish(runner, 'reference');
    await runner.query('ALTER TABLE attempts DROP COLUMN drawn_questions, DROP COLUMN pass_percentage');
    await runner.query('DROP TABLE starts');
  }

  private async publish(runner: QueryRunner, last: string): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW published_attempts AS
      SELECT id AS attempt_id, quiz_id, user_id, version, answers, correct_count, total_questions, basis_points,
        passed, total_time_ms, timed_out, completed_at, coalesce(grading, 0) AS grading, application_id, ${last}
      FROM attempts WHERE voided_at IS NULL`);
  }
}
