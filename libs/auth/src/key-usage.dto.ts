import { ApiProperty } from '@nestjs/swagger';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

class Requests {
  @ApiProperty({ type: 'integer', description: 'Requests that were answered, rejected ones too', example: 1200 })
  requests!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Those rejected for lack of rights (403) or over the rate limit (429)',
    example: 3,
  })
  rejections!: number;
}

export class UsageHour extends Requests {
  @ApiProperty({ type: String, format: 'date-time', description: 'Beginning of the hour', example: TIME })
  at!: Date;
}

export class UsedKey extends Requests {
  @ApiProperty({ format: 'uuid', example: ID })
  keyId!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null where it was deleted', example: 'Quiz app' })
  name!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null where it was deleted', example: 'Ada Lovelace' })
  ownerName!: string | null;
}

/** Requests with a valid key in the last 24 hours and the current hour. */
export class UsageOverview {
  @ApiProperty({ type: String, format: 'date-time', description: 'Beginning of the first hour', example: TIME })
  since!: Date;

  @ApiProperty({ type: [UsageHour], description: 'Every hour, oldest first' })
  hours!: UsageHour[];

  @ApiProperty({ type: [UsedKey], description: 'At most 20, most requests first' })
  keys!: UsedKey[];
}

export class UsageDay {
  @ApiProperty({ format: 'date', description: 'In UTC', example: '2026-01-01' })
  day!: string;

  @ApiProperty({ type: 'integer', description: 'All requests that were answered', example: 1200 })
  requests!: number;

  @ApiProperty({ type: 'integer', example: 1190 })
  successes!: number;

  @ApiProperty({ type: 'integer', description: 'Other statuses from 400 to 499', example: 6 })
  clientErrors!: number;

  @ApiProperty({ type: 'integer', description: 'Rejected for lack of rights (403)', example: 1 })
  rejectedRights!: number;

  @ApiProperty({ type: 'integer', description: 'Rejected over the rate limit (429)', example: 2 })
  rateLimited!: number;

  @ApiProperty({ type: 'integer', description: 'Statuses from 500', example: 1 })
  serverErrors!: number;

  @ApiProperty({ type: 'integer', description: 'Windows in which the rate limit rejected requests', example: 1 })
  limitReached!: number;
}

export class KeyAddress {
  @ApiProperty({ example: '203.0.113.7' })
  address!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'To the minute', example: TIME })
  lastUsedAt!: Date;
}

/** Use of one key in the last 7 days. */
export class KeyUsage {
  @ApiProperty({ type: [UsageDay], description: 'Every day, oldest first' })
  days!: UsageDay[];

  @ApiProperty({ type: [KeyAddress], description: 'At most 5, the last one first' })
  addresses!: KeyAddress[];
}
