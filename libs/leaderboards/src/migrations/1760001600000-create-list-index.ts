import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateListIndex1760001600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE indexed_lists (list text NOT NULL, subject uuid NOT NULL, PRIMARY KEY (list, subject))`);
    // Counts change with every fold and are given room beside them.
    await runner.query(`
      CREATE TABLE list_anchors (
        list text NOT NULL,
        subject uuid NOT NULL,
        key1 bigint NOT NULL,
        key2 bigint NOT NULL,
        key3 bigint NOT NULL,
        entry_id uuid NOT NULL,
        entries bigint NOT NULL,
        PRIMARY KEY (list, subject, key1, key2, key3, entry_id),
        CONSTRAINT list_anchors_of_list FOREIGN KEY (list, subject) REFERENCES indexed_lists (list, subject) ON DELETE CASCADE
      ) WITH (fillfactor = 50)`);
    // Rows of up to 100 changes stay in their page, uncompressed; they are gone within a second.
    await runner.query(`
      CREATE TABLE list_changes (
        list text NOT NULL,
        logged_at timestamptz NOT NULL DEFAULT now(),
        id uuid NOT NULL,
        subjects uuid[] NOT NULL,
        keys1 bigint[] NOT NULL,
        keys2 bigint[] NOT NULL,
        keys3 bigint[] NOT NULL,
        entry_ids uuid[] NOT NULL,
        deltas smallint[] NOT NULL,
        PRIMARY KEY (list, logged_at, id)
      ) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE list_changes');
    await runner.query('DROP TABLE list_anchors');
    await runner.query('DROP TABLE indexed_lists');
  }
}
