import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IntegerField, listOf, NextCursor, QueryIdsField, RETURNED_URL, TextField } from '#libs/http';
import { UserErasedField } from '#libs/profiles';
import { AttemptListItem } from './attempts.dto.js';
import { REGRADE_KINDS, type RegradeKind } from './regrading/grading-history.js';

const QUESTION_ID = '019b76da-a800-7000-8000-000000000002';
const QUIZ_ID = '019b76da-a800-7000-8000-000000000001';
const ANSWER_ID = '019b76da-a800-7000-8000-000000000003';

const Total = (): PropertyDecorator =>
  ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'How many there are in all parts; null if more than 10,000 match filters',
    example: 120,
  });

export class AttemptsPart {
  @ApiProperty({ type: [AttemptListItem], description: 'In the wanted order' })
  attempts!: AttemptListItem[];

  @Total()
  total!: number | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Attempts that were completed earlier are left out, because up to 100,000 are sorted by score or time taken. Null if none ' +
      'are left out',
    example: null,
  })
  since!: Date | null;

  @NextCursor()
  nextCursor!: string | null;
}

export class UserAttempt extends AttemptListItem {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The current title of the quiz; null if the quiz was deleted',
    example: 'Capitals',
  })
  quizTitle!: string | null;
}

export class UserAttemptsPart {
  @ApiProperty({ type: [UserAttempt], description: 'Newest first' })
  attempts!: UserAttempt[];

  @Total()
  total!: number | null;

  @NextCursor()
  nextCursor!: string | null;
}

export class VersionAttempts {
  @ApiProperty({ type: 'integer', format: 'int32', example: 2 })
  version!: number;

  @ApiProperty({ type: 'integer', description: 'Attempts at it, without voided ones', example: 40 })
  attempts!: number;
}

export class AttemptsByVersion {
  @ApiProperty({ type: [VersionAttempts], description: 'Versions with attempts, the newest first' })
  versions!: VersionAttempts[];
}

/** The attempts beside an attempt in a list; null at its ends. */
export class AdjacentAttempts {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, example: null })
  previous!: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, example: '019b76da-a800-7000-8000-000000000005' })
  next!: string | null;
}

export class InspectedAnswer {
  @ApiProperty({ format: 'uuid', example: ANSWER_ID })
  id!: string;

  @ApiProperty({ example: 'Canberra' })
  text!: string;

  @ApiProperty({ example: true })
  isCorrect!: boolean;

  @ApiProperty({ description: 'Whether it was the answer of the attempt', example: true })
  isChosen!: boolean;
}

export class InspectedQuestion {
  @ApiProperty({ format: 'uuid', example: QUESTION_ID })
  id!: string;

  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;

  @ApiProperty({ ...RETURNED_URL, example: 'https://example.com/australia.png' })
  imageUrl!: string | null;

  @ApiProperty({ type: [InspectedAnswer], description: 'In their order' })
  answers!: InspectedAnswer[];

  @ApiProperty({ description: 'Whether it was answered, and rightly', example: true })
  isCorrect!: boolean;

  @ApiProperty({
    type: String,
    enum: REGRADE_KINDS,
    nullable: true,
    description:
      'What counts instead of its content: other answers, everyone, or the question is omitted. Null if it was not regraded',
    example: null,
  })
  regrade!: RegradeKind | null;

  @ApiProperty({ description: 'False where it was left out', example: true })
  isAnswered!: boolean;

  @ApiPropertyOptional({ description: 'Absent if it has none', example: 'Canberra was founded as a compromise.' })
  explanation?: string;
}

export class VoidAttemptBody {
  @TextField({ min: 1, max: 500, trim: true, example: 'Taken on behalf of another student' })
  reason!: string;
}

/** The optional reason of a grant. It may tell something of the user. */
export const GrantReasonField = (): PropertyDecorator =>
  TextField({
    min: 1,
    max: 500,
    trim: true,
    optional: true,
    description: 'Why, for the audit log, until the user is erased',
    example: 'Was ill in the first week',
  });

export class GrantBody {
  @IntegerField({ min: 0, max: 1_000, description: 'Attempts beyond the limit of the quiz', example: 1 })
  extraAttempts!: number;

  @IntegerField({ min: 0, max: 604_800, description: 'Seconds beyond the time limit of the quiz', example: 600 })
  extraSeconds!: number;

  @GrantReasonField()
  reason?: string;
}

/** What a user may do beyond the limits of a quiz. */
export class Grant {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    description: 'Attempts of the user that count, with an open start',
    example: 1,
  })
  attempts!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Attempts beyond the limit of the quiz', example: 1 })
  extraAttempts!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Seconds beyond the time limit', example: 600 })
  extraSeconds!: number;
}

export class GrantOfUser extends Grant {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000004' })
  userId!: string;

  @ApiProperty({ example: 'Ada' })
  displayName!: string;

  @UserErasedField()
  userErased?: boolean;
}

export class GrantList extends listOf('grants', GrantOfUser) {}

/** An attempt beside the questions that it was taken from. */
export class InspectedAttempt extends AttemptListItem {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    description: 'Version of the quiz that it was taken from',
    example: 1,
  })
  version!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why it was voided; null if it counts', example: null })
  voidReason!: string | null;

  @ApiProperty({
    type: [InspectedQuestion],
    description: 'The questions of that version, or those that its start drew, in their order',
  })
  questions!: InspectedQuestion[];
}

export class AttemptTotalsQuery {
  @QueryIdsField({ max: 100, optional: true, description: 'Ids of quizzes, separated by commas', example: QUIZ_ID })
  quizIds?: string;
}

/** The attempts at a quiz that are not voided. */
export class AttemptTotals {
  @ApiProperty({ format: 'uuid', example: QUIZ_ID })
  quizId!: string;

  @ApiProperty({ type: 'integer', description: 'Without voided ones', example: 120 })
  attempts!: number;

  @ApiProperty({ type: 'integer', format: 'int32', example: 1 })
  voided!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Those among the newest 1,000 attempts', example: 120 })
  recentAttempts!: number;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'How many of the newest passed', example: 90 })
  recentPassed!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the newest one was completed; null without attempts',
    example: '2026-01-01T00:00:00.000Z',
  })
  lastCompletedAt!: Date | null;
}

export class AttemptTotalsList {
  @ApiProperty({ type: [AttemptTotals], description: 'Of the quizzes that exist' })
  totals!: AttemptTotals[];
}
