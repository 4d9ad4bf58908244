import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CreateListIndex1760001600000 } from './1760001600000-create-list-index.js';

/** Only leaderboards are indexed, and each has its own rows in the log. Indexes are created anew when far pages are requested. */
export class IndexLeaderboardsOnly1760010795000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await new CreateListIndex1760001600000().down(runner);
    await runner.query('CREATE TABLE ranked_boards (board uuid PRIMARY KEY)');
    // Counts change with every fold and are given room beside them.
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

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['ranking_moves', 'ranking_checkpoints', 'ranked_boards'])
      await runner.query(`DROP TABLE ${table}`);
    await new CreateListIndex1760001600000().up(runner);
  }
}
