import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wordsOf } from '#libs/database';

export class SearchUsersWithoutAccents1760010790100 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return build(runner, wordsOf);
  }

  down(runner: QueryRunner): Promise<void> {
    return build(runner, (text) => `to_tsvector('simple', lower(regexp_replace(${text}, '[^[:alnum:]]+', ' ', 'g')))`);
  }
}

async function build(runner: QueryRunner, words: (text: string) => string): Promise<void> {
  for (const [index, table, text] of [
    ['users_words', 'users', "display_name || ' ' || email"],
    ['users_name_words', 'users', 'display_name'],
    ['api_keys_words', 'api_keys', "name || ' ' || shown"],
  ] as const) {
    await runner.query(`DROP INDEX ${index}`);
    await runner.query(`CREATE INDEX ${index} ON ${table} USING gin ((${words(text)})) WITH (fastupdate = off)`);
  }
}
