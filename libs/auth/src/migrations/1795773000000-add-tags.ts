import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tags of users, such as their classes: docs/adr/0090-classes-are-tags-of-users.md. */
export class AddTags1795773000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
        ADD COLUMN tag_keys text[] NOT NULL DEFAULT '{}'`);
    // What other modules may read of tags. The condition is that of the index, so that a filter by tag uses it.
    await runner.query(`
      CREATE VIEW published_user_tags AS SELECT id AS user_id, tag_keys FROM users WHERE tag_keys <> '{}'`);
  }

  /** Fails if users have tags: they would be lost. */
  async down(runner: QueryRunner): Promise<void> {
    const found = (await runner.query(`SELECT FROM users WHERE tags <> '{}' LIMIT 1`)) as unknown[];
    if (found.length > 0) throw new Error('Users have tags, which the former version does not store');
    await runner.query('DROP VIEW published_user_tags');
    await runner.query('ALTER TABLE users DROP COLUMN tags, DROP COLUMN tag_keys');
  }
}
