import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What other modules may read of users: who is suspended. Their standings and statistics leave these users out. */
export class PublishSuspensions1760010770000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX users_suspended ON users (id) WHERE suspended');
    await runner.query('CREATE VIEW published_suspensions AS SELECT id AS user_id FROM users WHERE suspended');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_suspensions');
    await runner.query('DROP INDEX users_suspended');
  }
}
