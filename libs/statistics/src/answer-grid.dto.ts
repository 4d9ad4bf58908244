import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, IdField, QueryNumberField } from '#libs/http';
import { UserTagField } from '#libs/profiles';
import { ONE_PER_USER, type OnePerUser, type Outcome, OUTCOMES } from './answer-grid.js';

const USER_ID = '019b76da-a800-7000-8000-000000000004';

export class GridFilter {
  @ChoiceField({
    of: ONE_PER_USER,
    optional: true,
    default: 'best',
    description: "Each user's best, first or last attempt",
  })
  attempts: OnePerUser = 'best';

  @UserTagField()
  tag?: string;
}

export class GridPage {
  @QueryNumberField({ default: 30, max: 100, description: 'Users at once' })
  limit = 30;

  @IdField({ optional: true, description: '`nextCursor` of the response before', example: USER_ID })
  cursor?: string;
}

export class GridQuestion {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000002' })
  questionId!: string;

  @ApiProperty({ example: 'What is the capital of Australia?' })
  text!: string;
}

export class GridRow {
  @ApiProperty({ format: 'uuid', example: USER_ID })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000005' })
  attemptId!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  completedAt!: Date;

  @ApiProperty({ description: 'With up to two decimals', example: 100 })
  percentage!: number;

  @ApiProperty({ description: 'Whether this attempt passed', example: true })
  passed!: boolean;

  @ApiProperty({
    type: String,
    enum: OUTCOMES,
    isArray: true,
    description: 'Of each question. `absent`: the version of the attempt does not have it, or a regrade leaves it out',
    example: ['correct'],
  })
  answers!: Outcome[];
}

export class AnswerGrid {
  @ApiProperty({ type: [GridQuestion], description: 'Questions of the current version, in their order' })
  questions!: GridQuestion[];

  @ApiProperty({ type: [GridRow], description: 'One of each user, in the order of their ids' })
  rows!: GridRow[];

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The `cursor` of the users after these; null at the end',
    example: USER_ID,
  })
  nextCursor!: string | null;
}
