import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath, OmitType } from '@nestjs/swagger';
import { IdField, QueryBooleanField, QueryNumberField, QueryTimestampField, TextField, ValidateWith } from '#libs/http';
import { AnswersForPlayers, type AttemptAnswerForPlayers, AttemptListItem, IncludeField } from '../attempts.dto.js';
import { parseFeedCursor } from './feed-cursor.js';
import type { FeedFilter } from './feed-statement.js';

const CURSOR =
  'ZDQxZDhjZDk4ZjAwYjIwNGU5ODAwOTk4ZWNmODQyN2UgMTc2NzIyNTYwMCA0NzExIDAxOWI3NmRhLWE4MDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwNSA0' +
  'N0RFUXBqOEhCU2EtX1RJbVctNUpD';

const MAX_SIZE = 1_000;
/** Attempts can have 200 answers each. */
const MAX_SIZE_WITH_ANSWERS = 100;

export class AttemptFeedQuery implements Omit<FeedFilter, 'userIds'> {
  @QueryNumberField({
    default: 100,
    description:
      'Changes at once; more than 1,000 is applied as 1,000, and with `include=answers` more than 100 as 100',
    note: 'at most 1000 are returned, with answers 100',
  })
  limit = 100;

  @TextField({
    min: 1,
    max: 250,
    optional: true,
    description: '`nextCursor` of the response before; absent to begin with all attempts',
  })
  @ValidateWith((value) =>
    parseFeedCursor(value) === undefined ? 'must be `nextCursor` of an earlier response' : undefined,
  )
  cursor?: string;

  @IncludeField()
  include?: 'answers';

  @IdField({ optional: true, description: 'Attempts at this quiz only' })
  quizId?: string;

  @IdField({ optional: true, description: 'Attempts of this user only' })
  userId?: string;

  @TextField({
    min: 1,
    max: 255,
    optional: true,
    description:
      'Attempts of the player with this external id only; for administrators, of all applications. A cursor is outdated once other players have it, or nobody',
    example: 'learner-4711',
  })
  externalId?: string;

  @QueryTimestampField({ description: 'Attempts completed at this time or later', example: '2026-01-01T00:00:00Z' })
  since?: string;

  @QueryTimestampField({ description: 'Attempts completed before this time', example: '2026-02-01T00:00:00Z' })
  until?: string;

  @QueryBooleanField({ description: 'Attempts that passed only, or those that did not' })
  passed?: boolean;

  /** The applied `limit`. */
  get size(): number {
    return Math.min(this.limit, this.include === undefined ? MAX_SIZE : MAX_SIZE_WITH_ANSWERS);
  }

  /** Undefined at the beginning of the feed. */
  get start(): ReturnType<typeof parseFeedCursor> {
    return parseFeedCursor(this.cursor);
  }
}

export class ChangedAttempt extends AttemptListItem {
  @ApiPropertyOptional({
    description: 'The external id of its user; absent if they are no player of an application',
    example: 'learner-4711',
  })
  externalId?: string;
}

export class DeletedAttempt {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000005' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000001' })
  quizId!: string;

  @ApiProperty({
    type: Boolean,
    enum: [true],
    description: 'It was deleted with its quiz or its user; or it was regraded, and does not match the filter `passed`',
  })
  deleted!: true;
}

export class ChangedAttemptForPlayers extends OmitType(ChangedAttempt, ['answers']) {
  @AnswersForPlayers()
  answers?: AttemptAnswerForPlayers[];
}

@ApiExtraModels(ChangedAttempt, DeletedAttempt)
export class AttemptFeedPage {
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(ChangedAttempt) }, { $ref: getSchemaPath(DeletedAttempt) }] },
  })
  attempts!: (ChangedAttempt | DeletedAttempt)[];

  @ApiProperty({ description: 'The `cursor` of later changes. Never null: ask again with it later', example: CURSOR })
  nextCursor!: string;

  @ApiProperty({ description: 'False at the end, as far as it can be read now', example: false })
  hasMore!: boolean;
}

@ApiExtraModels(ChangedAttemptForPlayers)
export class AttemptFeedPageForPlayers extends OmitType(AttemptFeedPage, ['attempts']) {
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(ChangedAttemptForPlayers) }, { $ref: getSchemaPath(DeletedAttempt) }] },
  })
  attempts!: (ChangedAttemptForPlayers | DeletedAttempt)[];
}
