import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows live for a short time: tables are vacuumed and analysed sooner than others. */
const SHORT_LIVED = 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02';

export class CreateWebhooks1770001000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        secret text NOT NULL,
        former_secrets jsonb NOT NULL DEFAULT '[]',
        enabled_at timestamptz NOT NULL DEFAULT now(),
        disabled_at timestamptz,
        disabled_reason text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE queued_webhook_events (
        id bigserial PRIMARY KEY,
        type text NOT NULL,
        webhook_ids uuid[] NOT NULL,
        size integer NOT NULL,
        occurrences jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      ) WITH (${SHORT_LIVED})`);
    // Its rows live for a moment: compressing them costs more than it saves.
    await runner.query('ALTER TABLE queued_webhook_events ALTER COLUMN occurrences SET STORAGE EXTERNAL');
    await this.createDeliveries(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries');
    await runner.query('DROP TABLE queued_webhook_events');
    await runner.query('DROP TABLE webhooks');
  }

  private async createDeliveries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        webhook_id uuid NOT NULL,
        event_id uuid NOT NULL,
        sequence bigserial NOT NULL,
        type text NOT NULL,
        subject text NOT NULL,
        payload text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        due_at timestamptz DEFAULT now(),
        tries integer NOT NULL DEFAULT 0,
        tried_at timestamptz,
        latency_ms integer,
        response_status integer,
        response_body text,
        error text,
        history jsonb NOT NULL DEFAULT '[]',
        PRIMARY KEY (webhook_id, event_id)
      ) WITH (${SHORT_LIVED})`);
    await runner.query(
      'CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, created_at, event_id)',
    );
    await runner.query(`
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at, sequence)
      WHERE status = 'pending'`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_of_subject ON webhook_deliveries (webhook_id, subject, sequence)
      WHERE status NOT IN ('delivered', 'failed')`);
  }
}
