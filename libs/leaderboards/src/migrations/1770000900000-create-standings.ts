import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateStandings1770000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createStandings(runner);
    await this.createRanking(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ranking_moves');
    await runner.query('DROP TABLE ranking_checkpoints');
    await runner.query('DROP TABLE ranked_boards');
    await runner.query('DROP TABLE global_standings');
    await runner.query('DROP TABLE quiz_standings');
  }

  private async createStandings(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quiz_standings (
        quiz_id uuid NOT NULL,
        user_id uuid NOT NULL,
        missed_basis_points smallint NOT NULL,
        total_time_ms integer NOT NULL,
        completed_at timestamptz(3) NOT NULL,
        correct_count smallint NOT NULL,
        total_questions smallint NOT NULL,
        attempts integer NOT NULL,
        sum_correct bigint NOT NULL,
        sum_questions bigint NOT NULL,
        sum_basis_points bigint NOT NULL,
        sum_time_ms bigint NOT NULL,
        suspended boolean NOT NULL DEFAULT false,
        PRIMARY KEY (quiz_id, user_id)
      ) WITH (fillfactor = 80)`);
    // Suspended users have a row also without attempts.
    await runner.query(`
      CREATE TABLE global_standings (
        user_id uuid PRIMARY KEY,
        attempts bigint NOT NULL,
        correct bigint NOT NULL,
        questions bigint NOT NULL,
        basis_points bigint NOT NULL,
        time_ms bigint NOT NULL,
        suspended boolean NOT NULL DEFAULT false
      ) WITH (fillfactor = 80)`);
    // All parts of an order ascend, so that one comparison of rows finds a position in its index.
    await runner.query(`
      CREATE INDEX quiz_standings_rank ON quiz_standings (quiz_id, missed_basis_points, total_time_ms, completed_at, user_id)
      WHERE NOT suspended`);
    // The second key is the average as it is shown: basis points, rounded half up.
    await runner.query(`
      CREATE INDEX global_standings_rank ON global_standings
        ((-correct), (-((2 * basis_points + attempts) / (2 * attempts))), time_ms, user_id)
      WHERE NOT suspended`);
  }

  /** The index of far pages. It is created when one is requested. */
  private async createRanking(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE ranked_boards (board uuid PRIMARY KEY)');
    // Counts change with every compaction and are given room beside them.
    await runner.query(`
      CREATE TABLE ranking_checkpoints (
        board uuid NOT NULL,
        key1 bigint NOT NULL,
        key2 bigint NOT NULL,
        key3 bigint NOT NULL,
        entry_id uuid NOT NULL,
        entries integer NOT NULL,
        PRIMARY KEY (board, key1, key2, key3, entry_id),
        CONSTRAINT ranking_checkpoints_of_board FOREIGN KEY (board) REFERENCES ranked_boards (board) ON DELETE CASCADE
      ) WITH (fillfactor = 50)`);
    // Rows of up to 100 moves stay in their page, uncompressed; they are gone within a second.
    await runner.query(`
      CREATE TABLE ranking_moves (
        board uuid NOT NULL,
        id uuid NOT NULL,
        keys1 bigint[] NOT NULL,
        keys2 bigint[] NOT NULL,
        keys3 bigint[] NOT NULL,
        entry_ids uuid[] NOT NULL,
        deltas smallint[] NOT NULL,
        PRIMARY KEY (board, id)
      ) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }
}
