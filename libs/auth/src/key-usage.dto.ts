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
  refusals!: number;
}

export class UsageHour extends Requests {
  @ApiProperty({ type: String, format: 'date-time', description: 'Beginning of the hour', example: TIME })
  at!: Date;
}

export class UsageOfKey extends Requests {
  @ApiProperty({ format: 'uuid', example: ID })
  keyId!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null where it was deleted', example: 'Quiz app' })
  name!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null where it was deleted', example: 'Ada Lovelace' })
  ownerName!: string | null;
}

/** Requests with a valid key in the last 24 hours and the current hour. */
export class KeyUsage {
  @ApiProperty({ type: String, format: 'date-time', description: 'Beginning of the first hour', example: TIME })
  since!: Date;

  @ApiProperty({ type: [UsageHour], description: 'Every hour, oldest first' })
  hours!: UsageHour[];

  @ApiProperty({ type: [UsageOfKey], description: 'At most 20, most requests first' })
  keys!: UsageOfKey[];
}
