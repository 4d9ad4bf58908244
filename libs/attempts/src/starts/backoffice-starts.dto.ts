import { ApiProperty } from '@nestjs/swagger';
import { IntegerField, NextCursor } from '#libs/http';
import { UserErasedField } from '#libs/profiles';
import { GrantReasonField } from '../backoffice-attempts.dto.js';
import { EndField, RemainingField } from './starts.dto.js';

export class OpenStartItem {
  @ApiProperty({
    format: 'uuid',
    description: 'Its attempt will have the same id',
    example: '019b76da-a800-7000-8000-000000000007',
  })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000004' })
  userId!: string;

  @ApiProperty({ example: 'Ada' })
  displayName!: string;

  @UserErasedField()
  userErased?: boolean;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The application that started it for its player; null if the user did',
    example: null,
  })
  applicationId!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  startedAt!: Date;

  @EndField()
  endsAt!: Date | null;

  @RemainingField()
  remainingMs!: number | null;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Questions with a saved answer', example: 3 })
  savedAnswers!: number;

  @ApiProperty({ type: 'integer', format: 'int32', example: 10 })
  totalQuestions!: number;
}

export class OpenStartsPart {
  @ApiProperty({ type: [OpenStartItem], description: 'Newest first' })
  starts!: OpenStartItem[];

  @NextCursor()
  nextCursor!: string | null;
}

export class MoreTimeBody {
  @IntegerField({ min: 1, max: 10_080, description: 'Minutes by which the end moves', example: 10 })
  minutes!: number;

  @GrantReasonField()
  reason?: string;
}

export class MovedEnd {
  @EndField()
  endsAt!: Date | null;

  @RemainingField()
  remainingMs!: number | null;
}
