import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAttempts1760000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attempts (
        quiz_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        version integer NOT NULL,
        answers jsonb NOT NULL,
        correct_count smallint NOT NULL,
        total_questions smallint NOT NULL,
        hundredths smallint NOT NULL,
        passed boolean NOT NULL,
        total_time_ms integer NOT NULL,
        timed_out boolean NOT NULL,
        completed_at timestamptz(3) NOT NULL,
        PRIMARY KEY (quiz_id, id)
      )`);
    await runner.query('CREATE INDEX attempts_newest ON attempts (quiz_id, completed_at DESC, id DESC)');
    await runner.query(
      'CREATE INDEX attempts_newest_of_user ON attempts (quiz_id, user_id, completed_at DESC, id DESC)',
    );
    await runner.query(`
      CREATE TABLE attempt_counts (
        quiz_id uuid NOT NULL,
        user_id uuid NOT NULL,
        count integer NOT NULL,
        PRIMARY KEY (quiz_id, user_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attempt_counts');
    await runner.query('DROP TABLE attempts');
  }
}
