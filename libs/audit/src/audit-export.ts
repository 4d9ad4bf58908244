import { Injectable } from '@nestjs/common';
import { type Cursor } from '#libs/http';
import { ExportsUserData, type UserDataExport } from '#libs/user-data';
import { AuditReader, type AuditRow } from './audit-reader.js';

/** Entries in memory, of which each may have some 20 kB. */
const BATCH = 200;

/** What a user did, and then what others did to the user, without who they are and where they were; newest first. */
@Injectable()
@ExportsUserData('audit_entries')
export class AuditExport implements UserDataExport {
  constructor(private readonly reader: AuditReader) {}

  async *read(userId: string): AsyncGenerator<object[]> {
    yield* this.batches({ actorId: userId });
    for await (const batch of this.batches({ affectedUserId: userId }))
      yield batch.filter(({ actorId }) => actorId !== userId).map(withoutActor);
  }

  private async *batches(filter: { actorId: string } | { affectedUserId: string }): AsyncGenerator<AuditRow[]> {
    let cursor: Cursor | undefined;
    for (;;) {
      const batch = await this.reader.read(filter, cursor, BATCH);
      yield batch;
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return;
      cursor = last;
    }
  }
}

/** Without the data of somebody else who acted. The service has none: the address is that of the user. */
function withoutActor(row: AuditRow): object {
  if (row.actorId === null) return row;
  const { actorName: _name, keyId: _keyId, keyName: _keyName, address: _address, ...rest } = row;
  return rest;
}
