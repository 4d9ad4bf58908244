import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type CursorQuery, isId, readFromCursor } from '#libs/http';
import { GetProfiles, type Profile } from '#libs/profiles';
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
  constructor(
    private readonly reader: AuditReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ filter, page }: BrowseAuditEntries): Promise<AuditPart> {
    const { items, nextCursor } = await readFromCursor(
      page,
      (after, limit) => this.reader.read(filter, after, limit),
      (row) => row,
    );
    const profiles = await this.queries.execute(new GetProfiles([...new Set(items.flatMap(userIdsOf))]));
    return { entries: items.map((row) => toEntry(row, profiles)), nextCursor };
  }
}

/** The one who acted, and the one who is the subject or owns the key that is. */
const userIdsOf = ({ actorId, subjectKind, subjectId, details }: AuditRow): string[] => {
  const ids = [actorId, subjectKind === 'user' ? subjectId : details.ownerId];
  return [...new Set(ids.filter(isId))];
};

function toEntry(row: AuditRow, profiles: ReadonlyMap<string, Profile>): AuditEntry {
  const { subjectKind, subjectId, subjectName, ...entry } = row;
  return {
    ...entry,
    subject: { kind: subjectKind, id: subjectId, name: subjectName },
    erasedIds: userIdsOf(row).filter((id) => profiles.get(id)?.isErased === true),
  };
}
