import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ChoiceField, IdField, IntegerField, ListField, listOf, TextField } from '#libs/http';
import { UserErasedField } from '#libs/profiles';
import { REGRADE_KINDS, type RegradeKind } from './regrading/grading-history.js';

const REGRADE_ID = '019b76da-a800-7000-8000-000000000006';
const QUESTION_ID = '019b76da-a800-7000-8000-000000000002';
const ANSWER_ID = '019b76da-a800-7000-8000-000000000003';
const USER_ID = '019b76da-a800-7000-8000-000000000004';

const count = (description: string, example = 12) => ({ type: 'integer', description, example }) as const;

export class CountedAnswerBody {
  @IdField({ example: ANSWER_ID })
  answerId!: string;
}

export class RegradePreviewBody {
  @ChoiceField({
    of: REGRADE_KINDS,
    description:
      'Who gets the point: those who gave one of some answers, everyone, or nobody, because the question is omitted',
    example: 'answers',
  })
  kind!: RegradeKind;

  @ListField(() => CountedAnswerBody, {
    min: 0,
    max: 10,
    description: 'The answers that get the point; empty unless `kind` is `answers`',
  })
  answers!: CountedAnswerBody[];
}

export class RegradeBody extends RegradePreviewBody {
  @TextField({ min: 1, max: 500, trim: true, example: 'Sydney was marked as wrong by mistake' })
  reason!: string;

  @IntegerField({
    min: 0,
    max: 2_147_483_647,
    description: '`grading` of the preview or of the list: the regrade is rejected if another one came between',
    example: 0,
  })
  grading!: number;
}

export class CountedAnswer {
  @ApiProperty({ format: 'uuid', example: ANSWER_ID })
  answerId!: string;

  @ApiProperty({ example: 'Sydney' })
  text!: string;
}

/** A question that is graded differently. */
export class Regrade {
  @ApiProperty({ format: 'uuid', example: REGRADE_ID })
  id!: string;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'The version that the request named', example: 1 })
  version!: number;

  @ApiProperty({ format: 'uuid', example: QUESTION_ID })
  questionId!: string;

  @ApiProperty({ description: 'Text of the question', example: 'What is the capital of Australia?' })
  question!: string;

  @ApiProperty({ type: String, enum: REGRADE_KINDS, example: 'answers' })
  kind!: RegradeKind;

  @ApiProperty({ type: [CountedAnswer], description: 'The answers that get the point; empty for other kinds' })
  answers!: CountedAnswer[];

  @ApiProperty({ example: 'Sydney was marked as wrong by mistake' })
  reason!: string;

  @ApiProperty({ format: 'uuid', description: 'User who regraded', example: USER_ID })
  createdBy!: string;

  @ApiProperty({ description: 'Name of that user; empty if it is not known', example: 'Ada Lovelace' })
  createdByName!: string;

  @UserErasedField()
  userErased?: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-02T00:00:00.000Z' })
  createdAt!: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'When it was undone; absent if it was not',
    example: '2026-01-03T00:00:00.000Z',
  })
  undoneAt?: Date;

  @ApiProperty({
    description: 'Whether attempts are left that it, or its undoing, has not been applied to',
    example: false,
  })
  isPending!: boolean;

  @ApiProperty(count('Attempts that it, or its undoing, was applied to', 40))
  handled!: number;

  @ApiProperty(count('How many of their scores changed'))
  changed!: number;
}

export class RegradeList extends listOf('regrades', Regrade) {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'To be sent with a regrade', example: 0 })
  grading!: number;
}

export class RegradedUser {
  @ApiProperty({ format: 'uuid', example: USER_ID })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty(count('Their attempts whose score changes; 0 if only their rank does', 2))
  attemptsChanged!: number;

  @ApiProperty({ description: 'Best percentage so far, with up to two decimals', example: 66.67 })
  percentageBefore!: number;

  @ApiProperty({ description: 'Best percentage afterwards, with up to two decimals', example: 100 })
  percentageAfter!: number;

  @ApiProperty({ description: 'Whether an attempt passed so far', example: false })
  passedBefore!: boolean;

  @ApiProperty({ description: 'Whether an attempt passes afterwards', example: true })
  passedAfter!: boolean;

  @ApiProperty({ ...count('Rank in the leaderboard of the quiz so far', 7) })
  rankBefore!: number;

  @ApiProperty({ ...count('Rank afterwards', 3) })
  rankAfter!: number;
}

/** Attempts at a version that has the question. */
export class RegradedVersion {
  @ApiProperty({ type: 'integer', format: 'int32', example: 1 })
  version!: number;

  @ApiProperty(count('Attempts at the version', 40))
  attempts!: number;

  @ApiProperty(count('Those whose score changes'))
  attemptsChanged!: number;
}

/** What a regrade changes. */
export class RegradePreview {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'To be sent with the regrade', example: 0 })
  grading!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Set if the quiz has more attempts: then only so many of the newest are compared. Null: all are compared',
    example: null,
  })
  limit!: number | null;

  @ApiProperty(count('Attempts whose score changes'))
  attempts!: number;

  @ApiProperty(count('Users whose best percentage changes', 10))
  users!: number;

  @ApiProperty(count('Users who have passed only afterwards', 3))
  passesGained!: number;

  @ApiProperty(count('Users who have passed only so far', 0))
  passesLost!: number;

  @ApiProperty(count('Users whose rank changes, also because of others', 9))
  ranksChanged!: number;

  @ApiProperty({ type: [RegradedVersion], description: 'Versions with attempts, the newest first' })
  versions!: RegradedVersion[];

  @ApiProperty({
    type: [RegradedUser],
    description:
      'The first 100 users: those whose attempts get another score, then those who only get another rank; by their rank afterwards',
  })
  changes!: RegradedUser[];
}
