import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { EXPORTED_DATA, type UserDataExport } from './user-data-export.js';
import { UserDataTables } from './user-data-tables.js';

/** Reads the data of a user: the exported columns of tables, and what modules export. */
@Injectable()
export class UserDataReader {
  constructor(
    private readonly tables: UserDataTables,
    private readonly discovery: DiscoveryService,
  ) {}

  /** JSON, in parts: an object with the time, and an array for each table and export. */
  async *json(userId: string): AsyncGenerator<string> {
    yield `{"exportedAt":${JSON.stringify(new Date())}`;
    for (const [name, batches] of [...this.tables.read(userId), ...this.exports(userId)]) {
      yield `,\n${JSON.stringify(name)}:[`;
      let separator = '\n';
      for await (const rows of batches) {
        for (const row of rows) {
          yield separator + JSON.stringify(row);
          separator = ',\n';
        }
      }
      yield ']';
    }
    yield '}\n';
  }

  private exports(userId: string): [name: string, batches: AsyncGenerator<readonly object[]>][] {
    return this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const name: unknown = typeof metatype === 'function' ? Reflect.getMetadata(EXPORTED_DATA, metatype) : undefined;
      return typeof name === 'string' ? [[name, (instance as UserDataExport).read(userId)]] : [];
    });
  }
}
