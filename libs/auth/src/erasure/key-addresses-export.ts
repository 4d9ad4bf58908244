import { Injectable } from '@nestjs/common';
import { Database, sql } from '#libs/database';
import { ExportsUserData, type UserDataExport } from '#libs/user-data';

const READ = sql(`
  SELECT key_id AS "keyId", address, last_used_at AS "lastUsedAt" FROM key_addresses
  WHERE key_id IN (SELECT id FROM api_keys WHERE user_id = $1) ORDER BY key_id, last_used_at DESC`);

/** The last addresses that used each key of a user: a few per key. */
@Injectable()
@ExportsUserData('key_addresses')
export class KeyAddressesExport implements UserDataExport {
  constructor(private readonly database: Database) {}

  async *read(userId: string): AsyncGenerator<object[]> {
    yield await this.database.query(READ, [userId]);
  }
}
