import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '#libs/access';
import { RETURNED_URL } from '#libs/http';
import { EXAMPLE_SCOPES } from './role.dto.js';

const ID = '019b76da-a800-7000-8000-000000000001';

export class MyUser {
  @ApiProperty({ example: ID })
  id!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ ...RETURNED_URL, nullable: true, example: 'https://example.com/ada.png' })
  image!: string | null;
}

export class MyKey {
  @ApiProperty({ example: ID })
  id!: string;

  @ApiProperty({ example: 'Quiz app' })
  name!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null for a key that does not expire',
    example: '2036-01-01T00:00:00.000Z',
  })
  expiresAt!: Date | null;
}

export class MyRateLimit {
  @ApiProperty({ type: 'integer', description: 'Requests allowed per window', example: 100 })
  limit!: number;

  @ApiProperty({ type: 'integer', example: 60 })
  windowSeconds!: number;
}

/** What an API key is, and what it may do. */
export class Me {
  @ApiProperty({ description: 'Whom the key acts as' })
  user!: MyUser;

  @ApiProperty({ type: String, enum: ROLES, example: 'player' })
  role!: Role;

  @ApiProperty({ type: [String], description: 'Scopes that the role grants', example: EXAMPLE_SCOPES })
  scopes!: string[];

  @ApiProperty()
  key!: MyKey;

  @ApiProperty()
  rateLimit!: MyRateLimit;
}
