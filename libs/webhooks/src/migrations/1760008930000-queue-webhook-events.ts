import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['webhook_events', 'webhook_deliveries'];

export class QueueWebhookEvents1760008930000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_events (
        id bigserial PRIMARY KEY,
        type text NOT NULL,
        webhook_ids uuid[] NOT NULL,
        size integer NOT NULL,
        occurrences jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // Its rows live for a moment: compressing them costs more than it saves.
    await runner.query('ALTER TABLE webhook_events ALTER COLUMN occurrences SET STORAGE EXTERNAL');
    for (const table of TABLES)
      await runner.query(
        `ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)`,
      );
    await runner.query('DROP INDEX webhook_deliveries_of_subject');
    await runner.query(
      `CREATE INDEX webhook_deliveries_of_subject ON webhook_deliveries (webhook_id, subject, sequence)
        WHERE status NOT IN ('delivered', 'failed')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_of_subject');
    await runner.query(
      `CREATE INDEX webhook_deliveries_of_subject ON webhook_deliveries (webhook_id, subject, sequence) WHERE status = 'pending'`,
    );
    await runner.query(
      'ALTER TABLE webhook_deliveries RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor)',
    );
    await runner.query('DROP TABLE webhook_events');
  }
}
