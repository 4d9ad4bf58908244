import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStandings1760000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quiz_standings (
        quiz_id uuid NOT NULL,
        user_id uuid NOT NULL,
        miss smallint NOT NULL,
        total_time_ms integer NOT NULL,
        completed_at timestamptz(3) NOT NULL,
        correct_count smallint NOT NULL,
        total_questions smallint NOT NULL,
        attempts integer NOT NULL,
        sum_correct bigint NOT NULL,
        sum_questions bigint NOT NULL,
        sum_hundredths bigint NOT NULL,
        sum_time_ms bigint NOT NULL,
        PRIMARY KEY (quiz_id, user_id)
      ) WITH (fillfactor = 80)`);
    await runner.query(`
      CREATE INDEX quiz_standings_rank ON quiz_standings (quiz_id, miss, total_time_ms, completed_at, user_id)`);
    await runner.query(`
      CREATE TABLE global_standings (
        user_id uuid PRIMARY KEY,
        attempts bigint NOT NULL,
        correct bigint NOT NULL,
        questions bigint NOT NULL,
        hundredths bigint NOT NULL,
        time_ms bigint NOT NULL
      ) WITH (fillfactor = 80)`);
    // The second key is the average as it is shown: hundredths of a percent, rounded half up.
    await runner.query(`
      CREATE INDEX global_standings_rank ON global_standings
        (correct DESC, ((2 * hundredths + attempts) / (2 * attempts)) DESC, time_ms, user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE global_standings');
    await runner.query('DROP TABLE quiz_standings');
  }
}
