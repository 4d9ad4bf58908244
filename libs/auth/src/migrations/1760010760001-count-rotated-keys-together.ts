import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountRotatedKeysTogether1760010760001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN counts_for uuid');
    await runner.query(`
      WITH RECURSIVE chains (id, first) AS (
        SELECT id, id FROM api_keys WHERE rotated_from IS NULL
        UNION ALL
        SELECT api_keys.id, first FROM api_keys JOIN chains ON api_keys.rotated_from = chains.id
      )
      UPDATE api_keys SET counts_for = first FROM chains WHERE api_keys.id = chains.id AND first <> chains.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN counts_for');
  }
}
