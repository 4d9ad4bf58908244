import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  ListField,
  listOf,
  NextCursor,
  PageOrCursorQuery,
  TextField,
} from '#libs/http';
import { UserErasedField } from '#libs/profiles';

const ATTEMPT_ID = '019b76da-a800-7000-8000-000000000005';
const QUIZ_ID = '019b76da-a800-7000-8000-000000000001';
const QUESTION_ID = '019b76da-a800-7000-8000-000000000002';
const ANSWER_ID = '019b76da-a800-7000-8000-000000000003';
const START_ID = '019b76da-a800-7000-8000-000000000007';
const APPLICATION_ID = '019b76da-a800-7000-8000-000000000006';
const USER_ID = '019b76da-a800-7000-8000-000000000004';

export class SubmittedAnswerBody {
  @IdField({ example: QUESTION_ID })
  questionId!: string;

  @IdField({ example: ANSWER_ID })
  answerId!: string;
}

export class AttemptBody {
  @ListField(() => SubmittedAnswerBody, {
    min: 0,
    max: 200,
    description: 'At most one per question; a question that is left out counts as wrong',
  })
  answers!: SubmittedAnswerBody[];

  @IdField({
    optional: true,
    description:
      'The start that it submits, by `POST /quizzes/{id}/starts`. The service then says how long it took and whether its time ran out',
    example: START_ID,
  })
  startId?: string;

  @IntegerField({
    min: 0,
    max: 2_147_483_647,
    optional: ({ startId }) => startId !== undefined,
    description: 'Milliseconds that the attempt took. Required without `startId`, ignored with it',
    example: 42_000,
  })
  totalTimeMs!: number;

  @BooleanField({
    optional: true,
    default: false,
    description: 'Whether the time limit ran out. Ignored with `startId`',
    example: false,
  })
  timedOut = false;

  @TextField({
    min: 1,
    max: 255,
    optional: true,
    nullable: true,
    description: 'What the client calls the attempt. The service stores it and shows it',
    example: 'exam-2026/seat-17',
  })
  reference: string | null = null;
}

export class AttemptAnswer {
  @ApiProperty({ format: 'uuid', example: QUESTION_ID })
  questionId!: string;

  @ApiProperty({ format: 'uuid', example: ANSWER_ID })
  answerId!: string;

  @ApiProperty({ example: true })
  isCorrect!: boolean;

  @ApiProperty({
    format: 'uuid',
    description: 'The submitted answer where it is correct, else the first correct one',
    example: ANSWER_ID,
  })
  correctAnswerId!: string;

  @ApiPropertyOptional({
    description: 'The explanation of the question; absent if it has none',
    example: 'Canberra was founded as a compromise between Sydney and Melbourne.',
  })
  explanation?: string;
}

/** An answer of a user whom the quiz may not tell yet which answers are correct. The other fields are absent then. */
export class AttemptAnswerForPlayers extends IntersectionType(
  PickType(AttemptAnswer, ['questionId', 'answerId']),
  PartialType(OmitType(AttemptAnswer, ['questionId', 'answerId'])),
) {}

export class AttemptResult {
  @ApiProperty({ format: 'uuid', example: ATTEMPT_ID })
  attemptId!: string;

  @ApiProperty({ type: 'integer', format: 'int32', example: 1 })
  correctCount!: number;

  @ApiProperty({ type: 'integer', format: 'int32', example: 1 })
  totalQuestions!: number;

  @ApiProperty({ description: 'With up to two decimals', example: 100 })
  percentage!: number;

  @ApiProperty({
    description: 'Whether the percentage reaches the pass mark of the quiz, or that of the service',
    example: true,
  })
  passed!: boolean;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Milliseconds', example: 42_000 })
  totalTimeMs!: number;

  @ApiProperty({ type: [AttemptAnswer], description: 'One per submitted answer, in the order of the questions' })
  answers!: AttemptAnswer[];
}

const IN_ORDER = 'In the order of the questions';

/** What a quiz returns that does not tell its players which answers are correct, or not yet. */
export class AttemptResultForPlayers extends OmitType(AttemptResult, ['answers']) {
  @ApiProperty({ type: [AttemptAnswerForPlayers], description: IN_ORDER })
  answers!: AttemptAnswerForPlayers[];
}

abstract class AttemptFields {
  @ApiProperty({ format: 'uuid', example: ATTEMPT_ID })
  attemptId!: string;

  @ApiProperty({ format: 'uuid', example: QUIZ_ID })
  quizId!: string;

  @ApiProperty({ format: 'uuid', example: USER_ID })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @UserErasedField()
  userErased?: boolean;

  @ApiProperty({ type: 'integer', format: 'int32', example: 1 })
  correctCount!: number;

  @ApiProperty({ type: 'integer', format: 'int32', example: 1 })
  totalQuestions!: number;

  @ApiProperty({ description: 'With up to two decimals', example: 100 })
  percentage!: number;

  @ApiProperty({
    description: 'Whether the percentage reaches the pass mark of the quiz, or that of the service',
    example: true,
  })
  passed!: boolean;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Milliseconds', example: 42_000 })
  totalTimeMs!: number;

  @ApiProperty({ description: 'True also where the time taken exceeds the limit of the quiz', example: false })
  timedOut!: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  completedAt!: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description:
      'When an administrator last changed its score by grading a question differently; absent while it has the score that it was recorded with',
    example: '2026-01-02T00:00:00.000Z',
  })
  regradedAt?: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'Since when it does not count for leaderboards and limits; absent if it counts',
    example: '2026-01-02T00:00:00.000Z',
  })
  voidedAt?: Date;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The application that submitted it for its player; absent if its user did',
    example: APPLICATION_ID,
  })
  applicationId?: string;

  @ApiPropertyOptional({
    description: 'What the client called the attempt when it submitted it; absent if it had no name for it',
    example: 'exam-2026/seat-17',
  })
  reference?: string;
}

export class Attempt extends AttemptFields {
  @ApiProperty({ type: [AttemptAnswer], description: IN_ORDER })
  answers!: AttemptAnswer[];
}

export class AttemptForPlayers extends AttemptFields {
  @ApiProperty({ type: [AttemptAnswerForPlayers], description: IN_ORDER })
  answers!: AttemptAnswerForPlayers[];
}

export class AttemptListItem extends AttemptFields {
  @ApiPropertyOptional({
    type: [AttemptAnswer],
    description: 'In the order of the questions. Absent without `include=answers`',
  })
  answers?: AttemptAnswer[];
}

export class AttemptList extends listOf('attempts', AttemptListItem) {
  @NextCursor({ isOptional: true })
  nextCursor?: string | null | undefined;
}

/** The answers of an attempt in a list, for players. */
export const AnswersForPlayers = (): PropertyDecorator =>
  ApiPropertyOptional({
    type: [AttemptAnswerForPlayers],
    description: `${IN_ORDER}. Absent without \`include=answers\``,
  });

export class AttemptListItemForPlayers extends AttemptFields {
  @AnswersForPlayers()
  answers?: AttemptAnswerForPlayers[];
}

export class AttemptListForPlayers extends listOf('attempts', AttemptListItemForPlayers) {
  @NextCursor({ isOptional: true })
  nextCursor?: string | null | undefined;
}

/** The query parameter of lists that can show answers. */
export const IncludeField = (): PropertyDecorator =>
  ChoiceField({ of: ['answers'], optional: true, description: 'Shows the answers of each attempt' });

export class AttemptsQuery extends PageOrCursorQuery {
  @IncludeField()
  include?: 'answers';

  @IdField({ optional: true, description: 'Attempts of this user only' })
  userId?: string;
}
