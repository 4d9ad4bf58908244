import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the backoffice lists users by, and finds users and keys by. */
export class IndexUsersAndApiKeys1760001100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX users_created_at ON users (created_at, id)');
    await runner.query('CREATE INDEX users_display_name ON users (lower(display_name), id)');
    // Written at once: what is put aside for later would slow every search.
    await runner.query(`
      CREATE INDEX users_words ON users USING gin (
        to_tsvector('simple', lower(regexp_replace(display_name || ' ' || email, '[^[:alnum:]]+', ' ', 'g')))
      ) WITH (fastupdate = off)`);
    await runner.query(`
      CREATE INDEX users_name_words ON users USING gin (
        to_tsvector('simple', lower(regexp_replace(display_name, '[^[:alnum:]]+', ' ', 'g')))
      ) WITH (fastupdate = off)`);
    await runner.query(`
      CREATE INDEX api_keys_words ON api_keys USING gin (
        to_tsvector('simple', lower(regexp_replace(name || ' ' || shown, '[^[:alnum:]]+', ' ', 'g')))
      ) WITH (fastupdate = off)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX api_keys_words');
    await runner.query('DROP INDEX users_name_words');
    await runner.query('DROP INDEX users_words');
    await runner.query('DROP INDEX users_display_name');
    await runner.query('DROP INDEX users_created_at');
  }
}
