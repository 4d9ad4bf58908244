import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The predecessors of existing keys are in the audit log. */
export class AddRotatedFromToApiKeys1760008900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys
        ADD COLUMN rotated_from uuid CONSTRAINT api_keys_predecessor REFERENCES api_keys (id) ON DELETE SET NULL`);
    await runner.query(`
      UPDATE api_keys SET rotated_from = old.id
      FROM audit_entries JOIN api_keys AS old ON old.id = (details->>'rotatedId')::uuid
      WHERE action = 'key.created' AND subject_kind = 'key' AND subject_id = api_keys.id`);
    await runner.query('CREATE INDEX api_keys_rotated_from ON api_keys (rotated_from)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN rotated_from');
  }
}
