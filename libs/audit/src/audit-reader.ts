import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { AFFECTED_USER } from './affected-user.js';
import { AuditSubjectKinds } from './audit-subjects.js';
import { Database, sql, type Statement } from '#libs/database';
import { type Cursor, cursorUpTo } from '#libs/http';
import type { AuditFilter } from './audit.dto.js';

/** An entry as the API returns it. */
export interface AuditRow {
  id: string;
  at: Date;
  actorId: string | null;
  actorName: string;
  keyId: string | null;
  keyName: string | null;
  address: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  subjectName: string;
  details: Record<string, unknown>;
}

const COLUMNS = `id, at, actor_id AS "actorId", actor_name AS "actorName", key_id AS "keyId", address, action,
  subject_kind AS "subjectKind", subject_id AS "subjectId", subject_name AS "subjectName", details`;

/** Keys are never renamed, and the log has the creation of each, including deleted ones. */
const KEY_NAME = `
  SELECT subject_name FROM audit_entries
  WHERE subject_kind = 'key' AND subject_id = part."keyId" ORDER BY at DESC, id DESC LIMIT 1`;

/** Filters by equality, with their columns or expressions. */
const EQUALITIES = [
  ['actorId', 'actor_id'],
  ['action', 'action'],
  ['subjectId', 'subject_id'],
  ['affectedUserId', AFFECTED_USER],
] as const;

/** Reads the log after a cursor, newest first. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly database: Database,
    private readonly kinds: AuditSubjectKinds,
  ) {}

  /**
   * @param cursor the entry before the first one; undefined for the newest
   * @throws ValidationFailed if no module declares the kind of subjects
   */
  async read(filter: AuditFilter, cursor: Cursor | undefined, limit: number): Promise<AuditRow[]> {
    const equalities = EQUALITIES.filter(([name]) => filter[name] !== undefined);
    const before = cursorUpTo(filter.to, cursor);
    return this.database.query<AuditRow>(newestBy(equalities.map(([, column]) => column)), [
      this.kinds.matching(filter.subjectKind),
      filter.from === undefined ? '-infinity' : new Date(filter.from),
      before?.at ?? 'infinity',
      before?.id ?? NIL,
      limit,
      ...equalities.map(([name]) => filter[name]),
    ]);
  }
}

/** With any filter, each kind of subject is a range of one index, so that only matching rows are read. */
function newestBy(columns: string[]): Statement {
  const equalities = columns.map((column, index) => `AND ${column} = $${index + 6}`).join(' ');
  return sql(`
    SELECT part.*, (${KEY_NAME}) AS "keyName" FROM unnest($1::text[]) AS wanted (kind)
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM audit_entries
      WHERE subject_kind = wanted.kind ${equalities} AND at >= $2 AND (at, id) < ($3::timestamptz, $4::uuid)
      ORDER BY at DESC, id DESC LIMIT $5
    ) AS part
    ORDER BY at DESC, id DESC LIMIT $5`);
}
