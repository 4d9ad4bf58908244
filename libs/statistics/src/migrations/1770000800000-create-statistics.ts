import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStatistics1770000800000 implements MigrationInterface {
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
      CREATE TABLE activity_days (
        day date PRIMARY KEY,
        attempts bigint NOT NULL,
        users bigint NOT NULL
      ) WITH (fillfactor = 50)`);
    await runner.query(
      'CREATE TABLE activity_users (day date NOT NULL, user_id uuid NOT NULL, PRIMARY KEY (day, user_id))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE activity_users');
    await runner.query('DROP TABLE activity_days');
    await runner.query('DROP TABLE attempts_to_count');
  }
}
