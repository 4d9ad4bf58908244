import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open starts: docs/adr/0086-a-start-holds-an-attempt.md. */
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
        ends_at timestamptz(3),
        PRIMARY KEY (quiz_id, user_id)
      )`);
    await runner.query('CREATE INDEX starts_ending ON starts (ends_at) WHERE ends_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE attempt_counts AS made SET count = count - 1 FROM starts
      WHERE (starts.quiz_id, starts.user_id) = (made.quiz_id, made.user_id)`);
    await runner.query('DROP TABLE starts');
  }
}
