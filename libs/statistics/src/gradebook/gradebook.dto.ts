import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '#libs/access';
import { ChoiceField, IdField, listOf, QueryIdsField, QueryTimestampField } from '#libs/http';
import { UserTagField } from '#libs/profiles';
import { QuizTagField } from '#libs/quizzes';
import { ONE_PER_USER, type OnePerUser } from '../answer-grid.js';

const QUIZ_ID = '019b76da-a800-7000-8000-000000000001';

/** The most quizzes of a page. */
export const MAX_QUIZZES = 50;

/** The most quizzes of a file: three columns each are nearly as many as spreadsheets open (16,384). */
export const MAX_QUIZZES_OF_FILE = 5_000;

/** Whose results at which quizzes; an absent filter does not apply. */
export class GradebookFilter {
  @ChoiceField({
    of: ONE_PER_USER,
    optional: true,
    default: 'best',
    description: "Each user's best, first or last attempt at each quiz, of those in the range of time",
  })
  attempts: OnePerUser = 'best';

  @UserTagField()
  tag?: string;

  @ChoiceField({ of: ROLES, optional: true, description: 'Users of this role only' })
  role?: Role;

  @IdField({ optional: true, description: 'Players of this application only' })
  applicationId?: string;

  @QueryIdsField({
    max: MAX_QUIZZES,
    optional: true,
    description: 'Ids of quizzes, separated by commas',
    example: QUIZ_ID,
  })
  quizIds?: string;

  @QuizTagField()
  quizTag?: string;

  @QueryTimestampField({ description: 'Attempts completed at this time or later', example: '2026-01-01T00:00:00Z' })
  from?: string;

  @QueryTimestampField({ description: 'Attempts completed before this time', example: '2026-02-01T00:00:00Z' })
  to?: string;
}

export class GradebookQuiz {
  @ApiProperty({ format: 'uuid', example: QUIZ_ID })
  quizId!: string;

  @ApiProperty({ example: 'Capitals' })
  title!: string;
}

export class GradebookResult {
  @ApiProperty({ format: 'uuid', example: QUIZ_ID })
  quizId!: string;

  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000005' })
  attemptId!: string;

  @ApiProperty({ description: 'With up to two decimals', example: 90 })
  percentage!: number;

  @ApiProperty({ example: true })
  passed!: boolean;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Milliseconds', example: 42_000 })
  totalTimeMs!: number;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  completedAt!: Date;
}

export class GradebookRow {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000004' })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null for editors, and for a player of an application',
    example: 'ada@example.com',
  })
  email!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null for editors, and for users who are no players of an application',
    example: null,
  })
  externalId!: string | null;

  @ApiProperty({ type: [GradebookResult], description: 'At the quizzes that the user has taken, in any order' })
  results!: GradebookResult[];
}

export class Gradebook extends listOf('users', GradebookRow) {
  @ApiProperty({ type: [GradebookQuiz], description: `The newest first, up to ${MAX_QUIZZES}` })
  quizzes!: GradebookQuiz[];

  @ApiProperty({ description: 'Whether older quizzes are left out', example: false })
  hasMoreQuizzes!: boolean;
}
