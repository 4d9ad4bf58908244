import { Injectable } from '@nestjs/common';
import { ExportsUserData, type UserDataExport } from '#libs/user-data';
import { AuditReader, type AuditRow } from './audit-reader.js';

/** What a user did, and then what others did to the user, without who they are and where they were; newest first. */
@Injectable()
@ExportsUserData('audit_entries')
export class AuditExport implements UserDataExport {
  constructor(private readonly reader: AuditReader) {}

  async *read(userId: string): AsyncGenerator<object[]> {
    yield* this.reader.readAll({ actorId: userId });
    for await (const batch of this.reader.readAll({ affectedUserId: userId }))
      yield batch.filter(({ actorId }) => actorId !== userId).map(withoutActor);
  }
}

/** Without the data of somebody else who acted. The service has none: the address is that of the user. */
function withoutActor(row: AuditRow): object {
  if (row.actorId === null) return row;
  const { actorName: _name, keyId: _keyId, keyName: _keyName, address: _address, ...rest } = row;
  return rest;
}
