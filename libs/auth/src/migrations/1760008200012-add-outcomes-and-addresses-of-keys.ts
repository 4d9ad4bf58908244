import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that were counted before are not divided: those without 403 and 429 count as successes, the others as 403. */
export class AddOutcomesAndAddressesOfKeys1760008200012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE key_usage
        ADD COLUMN client_errors integer NOT NULL DEFAULT 0,
        ADD COLUMN server_errors integer NOT NULL DEFAULT 0,
        ADD COLUMN rate_limited integer NOT NULL DEFAULT 0,
        ADD COLUMN limit_reached integer NOT NULL DEFAULT 0`);
    // The primary key begins with the hour.
    await runner.query('CREATE INDEX key_usage_key_id ON key_usage (key_id, hour)');
    await runner.query(`
      CREATE TABLE key_addresses (
        key_id uuid NOT NULL CONSTRAINT key_addresses_key REFERENCES api_keys (id) ON DELETE CASCADE,
        address text NOT NULL,
        last_used_at timestamptz NOT NULL,
        PRIMARY KEY (key_id, address)
      )`);
    await runner.query('CREATE INDEX key_addresses_last_used_at ON key_addresses (last_used_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE key_addresses');
    await runner.query('DROP INDEX key_usage_key_id');
    await runner.query(`
      ALTER TABLE key_usage
        DROP COLUMN client_errors, DROP COLUMN server_errors, DROP COLUMN rate_limited, DROP COLUMN limit_reached`);
  }
}
