import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepHistoryOfDeliveries1760010790200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_deliveries ADD COLUMN history jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN history');
  }
}
