import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { AFFECTED_QUIZ, AFFECTED_USER } from './affected.js';
import { AuditSubjectKinds } from './audit-subjects.js';
import { Database, sql, type Statement, inBatches } from '#libs/database';
import { type Cursor, cursorUpTo } from '#libs/http';
import { isErased } from '#libs/profiles';
import type { AuditFilter } from './audit.dto.js';

/** Entries of {@link AuditReader.readAll} in memory. */
const BATCH = 200;

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

/** SQL: what entries say of users who are not erased. Erasing deletes it in steps, which end later. */
const PERSONS = `audit_persons WHERE NOT ${isErased('audit_persons.user_id')}`;

/** The log has the creation of each key, including deleted ones. */
const KEY_NAME = `
  SELECT (SELECT subject_name FROM ${PERSONS} AND entry_id = of_key.id AND subject_name IS NOT NULL)
  FROM audit_entries AS of_key
  WHERE subject_kind = 'key' AND subject_id = entry.key_id ORDER BY at DESC, id DESC LIMIT 1`;

/** What an entry says of a user: one row or none. The limit makes each look-up one of the primary key. @param userId SQL of the id, as a text */
const personOf = (userId: string) => `
  SELECT name, subject_name, address, details FROM ${PERSONS} AND entry_id = entry.id AND user_id::text = ${userId} LIMIT 1`;

const ERASED = `'Deleted user'`;
const AFFECTED_NAME = `COALESCE(affected.name, ${ERASED})`;

/** The name of the affected user stands where modules wrote it before: once in each entry. */
const COLUMNS = `entry.id, at, actor_id AS "actorId",
  CASE WHEN actor_id IS NULL THEN 'Service' ELSE COALESCE(actor.name, ${ERASED}) END AS "actorName",
  key_id AS "keyId", (${KEY_NAME}) AS "keyName", COALESCE(actor.address, affected.address) AS address, action,
  subject_kind AS "subjectKind", subject_id AS "subjectId",
  COALESCE(affected.subject_name, NULLIF(entry.subject_name, ''), ${AFFECTED_NAME}) AS "subjectName",
  entry.details || COALESCE(affected.details, '{}') || CASE
    WHEN entry.subject_name = '' THEN '{}'
    WHEN entry.details ? 'userId' THEN jsonb_build_object('user', ${AFFECTED_NAME})
    WHEN entry.details ? 'ownerId' THEN jsonb_build_object('owner', ${AFFECTED_NAME})
    ELSE '{}' END AS details`;

/** Filters by equality, with their columns or expressions. */
const EQUALITIES = [
  ['actorId', 'actor_id'],
  ['action', 'action'],
  ['subjectId', 'subject_id'],
  ['affectedUserId', AFFECTED_USER],
  ['affectedQuizId', AFFECTED_QUIZ],
] as const;

/** Reads the log after a cursor, newest first. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly database: Database,
    private readonly kinds: AuditSubjectKinds,
  ) {}

  /** All entries, newest first, in batches: each entry may have some 20 kB. @throws ValidationFailed like {@link read} */
  readAll(filter: AuditFilter): AsyncGenerator<AuditRow[], undefined> {
    return inBatches<AuditRow>(BATCH, (last) => this.read(filter, last, BATCH));
  }

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
    SELECT ${COLUMNS} FROM (
      SELECT part.* FROM unnest($1::text[]) AS wanted (kind)
      CROSS JOIN LATERAL (
        SELECT *, ${AFFECTED_USER} AS affected_user FROM audit_entries
        WHERE subject_kind = wanted.kind ${equalities} AND at >= $2 AND (at, id) < ($3::timestamptz, $4::uuid)
        ORDER BY at DESC, id DESC LIMIT $5
      ) AS part
      ORDER BY at DESC, id DESC LIMIT $5
    ) AS entry
    LEFT JOIN LATERAL (${personOf('actor_id::text')}) AS actor ON true
    LEFT JOIN LATERAL (${personOf('affected_user')}) AS affected ON true
    ORDER BY at DESC, id DESC`);
}
