import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who were erased, whom leaderboards leave out like those who are suspended: docs/adr/0087-erased-users-leave-an-id.md. */
export class CreateErasedUsers1795777980000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erased_users (
        user_id uuid PRIMARY KEY,
        way text NOT NULL,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE OR REPLACE VIEW published_suspensions AS
      SELECT id AS user_id, false AS is_anonymised FROM users WHERE suspended
      UNION ALL SELECT user_id, way = 'anonymise' FROM erased_users`);
    await runner.query('CREATE VIEW published_erasures AS SELECT user_id FROM erased_users');
  }

  /** Fails if users were erased: their results would return to the leaderboards. */
  async down(runner: QueryRunner): Promise<void> {
    const found = (await runner.query('SELECT FROM erased_users LIMIT 1')) as unknown[];
    if (found.length > 0) throw new Error('Users were erased, which the former version does not know');
    await runner.query('DROP VIEW published_erasures, published_suspensions');
    await runner.query('CREATE VIEW published_suspensions AS SELECT id AS user_id FROM users WHERE suspended');
    await runner.query('DROP TABLE erased_users');
  }
}
