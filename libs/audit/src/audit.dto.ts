import { ApiProperty } from '@nestjs/swagger';
import type { AuditSubject } from './audited.event.js';
import { IdField, NextCursor, QueryTimestampField, TextField } from '#libs/http';

const ENTRY_ID = '019b76da-a800-7000-8000-000000000004';
const ACTOR_ID = '019b76da-a800-7000-8000-000000000005';
const KEY_ID = '019b76da-a800-7000-8000-000000000006';
const SUBJECT_ID = '019b76da-a800-7000-8000-000000000007';

/** Filters of the entries; an absent filter does not apply. */
export class AuditFilter {
  @IdField({ optional: true, description: 'What this user did only', example: ACTOR_ID })
  actorId?: string;

  @TextField({ min: 1, max: 100, optional: true, description: 'Entries of this action only', example: 'key.created' })
  action?: string;

  @TextField({ min: 1, max: 100, optional: true, description: 'What was done to such subjects only', example: 'key' })
  subjectKind?: string;

  @IdField({ optional: true, description: 'What was done to this key, user or quiz only', example: SUBJECT_ID })
  subjectId?: string;

  @IdField({
    optional: true,
    description: 'What was done to this user only, or to a key, an attempt or the limits of theirs',
    example: ACTOR_ID,
  })
  affectedUserId?: string;

  @IdField({
    optional: true,
    description: 'What was done to this quiz only, or to its attempts, starts and limits',
    example: SUBJECT_ID,
  })
  affectedQuizId?: string;

  @QueryTimestampField({ description: 'Entries of this time or later', example: '2026-01-01T00:00:00Z' })
  from?: string;

  @QueryTimestampField({ description: 'Entries before this time', example: '2026-02-01T00:00:00Z' })
  to?: string;
}

export class AuditEntrySubject implements AuditSubject {
  @ApiProperty({ description: 'A kind that a module declares', example: 'key' })
  kind!: string;

  @ApiProperty({ format: 'uuid', example: SUBJECT_ID })
  id!: string;

  @ApiProperty({
    description: 'Its name as it was then; `Deleted user` in place of the name of a user who was erased',
    example: 'Import of the night',
  })
  name!: string;
}

/** An action that was performed. */
export class AuditEntry {
  @ApiProperty({ format: 'uuid', example: ENTRY_ID })
  id!: string;

  @ApiProperty({ example: '2026-01-01T00:00:00.000Z' })
  at!: Date;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null for the service itself',
    example: ACTOR_ID,
  })
  actorId!: string | null;

  @ApiProperty({
    description:
      'Name of the user as it was then; `Deleted user` for one who was erased, `Service` for the service itself',
    example: 'Ada',
  })
  actorName!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The API key it was done with; null in the backoffice and for the service itself',
    example: KEY_ID,
  })
  keyId!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Name of that key, also when it was deleted since; null once its user is erased or its own entries are deleted',
    example: 'Import of the night',
  })
  keyName!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Address of the client; null for the service itself',
    example: '203.0.113.7',
  })
  address!: string | null;

  @ApiProperty({ description: 'What was done', example: 'key.created' })
  action!: string;

  @ApiProperty()
  subject!: AuditEntrySubject;

  @ApiProperty({
    type: [String],
    format: 'uuid',
    description:
      'Those of `actorId`, `subject.id` and `details.ownerId`, the owner of a key, that are users who were erased',
    example: [],
  })
  erasedIds!: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What the action says beside it',
    example: { role: { from: 'player', to: 'admin' } },
  })
  details!: Record<string, unknown>;
}

export class AuditPart {
  @ApiProperty({ type: [AuditEntry], description: 'Newest first' })
  entries!: AuditEntry[];

  @NextCursor()
  nextCursor!: string | null;
}
