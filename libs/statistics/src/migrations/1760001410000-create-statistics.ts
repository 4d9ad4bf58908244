import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStatistics1760001410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attempts_to_count (
        recorded_at timestamptz NOT NULL DEFAULT now(),
        id uuid NOT NULL,
        quiz_ids uuid[] NOT NULL,
        attempt_ids uuid[] NOT NULL,
        PRIMARY KEY (recorded_at, id)
      )`);
    // Rows that change with every step are given room beside them.
    await runner.query(`
      CREATE TABLE quiz_scores (
        quiz_id uuid NOT NULL,
        range smallint NOT NULL,
        attempts bigint NOT NULL,
        passed bigint NOT NULL,
        timed_out bigint NOT NULL,
        PRIMARY KEY (quiz_id, range)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE quiz_days (
        quiz_id uuid NOT NULL,
        day date NOT NULL,
        attempts bigint NOT NULL,
        passed bigint NOT NULL,
        PRIMARY KEY (quiz_id, day)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE question_statistics (
        quiz_id uuid NOT NULL,
        question_id uuid NOT NULL,
        attempts bigint NOT NULL,
        correct bigint NOT NULL,
        rest_attempts bigint NOT NULL,
        rest_correct bigint NOT NULL,
        rest_sum bigint NOT NULL,
        rest_squares bigint NOT NULL,
        rest_sum_of_correct bigint NOT NULL,
        PRIMARY KEY (quiz_id, question_id)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE activity_days (
        day date PRIMARY KEY,
        attempts bigint NOT NULL,
        users bigint NOT NULL
      ) WITH (fillfactor = 50)`);
    await runner.query(
      'CREATE TABLE activity_users (day date NOT NULL, user_id uuid NOT NULL, PRIMARY KEY (day, user_id))',
    );
    // What was recorded before is counted too. Recordings under way are waited for, so that none is missed.
    await runner.query('LOCK TABLE attempts IN SHARE MODE');
    await runner.query(`
      INSERT INTO attempts_to_count (recorded_at, id, quiz_ids, attempt_ids)
      SELECT min(completed_at), gen_random_uuid(), array_agg(quiz_id), array_agg(id)
      FROM (SELECT quiz_id, id, completed_at, (row_number() OVER (ORDER BY quiz_id, id) - 1) / 100 AS part FROM attempts) AS parted
      GROUP BY part`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'attempts_to_count',
      'quiz_scores',
      'quiz_days',
      'question_statistics',
      'activity_days',
      'activity_users',
    ];
    await runner.query(`DROP TABLE ${tables.join(', ')}`);
  }
}
