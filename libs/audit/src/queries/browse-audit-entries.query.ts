import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CursorQuery, readFromCursor } from '#libs/http';
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

  async execute({ filter, page }: BrowseAuditEntries): Promise<AuditPart> {
    const { items, nextCursor } = await readFromCursor(
      page,
      (after, limit) => this.reader.read(filter, after, limit),
      (row) => row,
    );
    return { entries: items.map(toEntry), nextCursor };
  }
}

function toEntry({ subjectKind, subjectId, subjectName, ...entry }: AuditRow): AuditEntry {
  return { ...entry, subject: { kind: subjectKind, id: subjectId, name: subjectName } };
}
