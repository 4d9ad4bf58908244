import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { AttemptListItem } from '#libs/attempts';
import { User } from '#libs/auth';

/** An attempt as the API lists it, without its answers, which would tell which ones are correct. */
export class AttemptEventData extends OmitType(AttemptListItem, ['displayName', 'answers', 'voidedAt']) {
  @ApiPropertyOptional({
    description: 'The external id of its user; absent if they are no player of an application',
    example: 'learner-4711',
  })
  externalId?: string;
}

export class RecordedAttemptEventData extends OmitType(AttemptEventData, ['regradedAt']) {}

export class VoidedAttemptEventData extends AttemptEventData {
  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'Since when it does not count for leaderboards and limits',
    example: '2026-01-02T00:00:00.000Z',
  })
  voidedAt!: Date;
}

export class DeletedQuizEventData {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000001' })
  id!: string;
}

export class UserEventData extends PickType(User, ['id', 'displayName', 'image', 'role', 'suspended']) {}

export class TestEventData {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000001' })
  webhookId!: string;
}
