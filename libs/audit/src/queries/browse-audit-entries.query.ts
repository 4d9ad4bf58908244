import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CursorQuery, toCursor } from '#libs/http';
import type { AuditEntry, AuditFilter, AuditPart } from '../audit.dto.js';
import { AuditReader, type AuditRow } from '../audit-reader.js';

/** Entries of the audit log from a cursor on. */
export class BrowseAuditEntries extends Query<AuditPart> {
  constructor(
    readonly filter: AuditFilter,
    readonly page: CursorQuery,
  ) {
    super();
  }
}

@QueryHandler(BrowseAuditEntries)
export class BrowseAuditEntriesHandler implements IQueryHandler<BrowseAuditEntries> {
  constructor(private readonly reader: AuditReader) {}

  async execute({ filter, page: { size, cursor } }: BrowseAuditEntries): Promise<AuditPart> {
    // One more than requested tells whether there are more.
    const found = await this.reader.read(filter, cursor, size + 1);
    const rows = found.slice(0, size);
    const last = found.length > size ? rows.at(-1) : undefined;
    return { entries: rows.map(toEntry), next: last === undefined ? null : toCursor(last) };
  }
}

function toEntry({ subjectKind, subjectId, subjectName, ...entry }: AuditRow): AuditEntry {
  return { ...entry, subject: { kind: subjectKind, id: subjectId, name: subjectName } };
}
