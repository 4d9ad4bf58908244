import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '#libs/access';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  isTimestamp,
  ListField,
  listOf,
  ValidateWith,
  PageQuery,
  QueryIdsField,
  TextField,
  TIMESTAMP_PATTERN,
} from '#libs/http';
import { EXAMPLE_SCOPES } from './role.dto.js';
import { NamedUserBody } from './user.dto.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

const isFuture = (value: unknown) => isTimestamp(value) && Date.parse(value) > Date.now();

/** A time in the future, or null. */
const ExpiryField = (description: string) =>
  applyDecorators(
    TextField({
      min: 1,
      max: 40,
      optional: true,
      nullable: true,
      pattern: TIMESTAMP_PATTERN,
      description,
      example: '2036-01-01T00:00:00.000Z',
    }),
    ValidateWith((value) =>
      value === null || isFuture(value) ? undefined : 'must be an ISO 8601 timestamp in the future',
    ),
  );

const RateLimitField = () =>
  IntegerField({
    min: 1,
    max: 1_000_000,
    optional: true,
    nullable: true,
    description: 'Requests per window of the rate limit; null for the limit of the service',
    example: 500,
  });

export class CreateApiKeyBody {
  @TextField({ min: 1, max: 100, trim: true, example: 'Quiz app' })
  name!: string;

  @IdField({ description: 'The user that the key acts as', example: ID })
  userId!: string;

  @ExpiryField('When the key ends: an ISO 8601 timestamp in the future; without it the key does not expire')
  expiresAt: string | null = null;

  @RateLimitField()
  rateLimit: number | null = null;
}

/** How many users get a key at once. */
const MAX_OWNERS = 1_000;

export class CreateKeysOfUsersBody {
  @ListField(() => NamedUserBody, { min: 1, max: MAX_OWNERS, description: 'Who is named twice gets one key' })
  users!: NamedUserBody[];

  @TextField({ min: 1, max: 100, trim: true, description: 'The name of each key', example: 'Class 7b' })
  name!: string;

  @ExpiryField('When the keys end: an ISO 8601 timestamp in the future; without it they do not expire')
  expiresAt: string | null = null;

  @RateLimitField()
  rateLimit: number | null = null;
}

export class UpdateApiKeyBody {
  @TextField({ min: 1, max: 100, trim: true, optional: true, example: 'Quiz app' })
  name?: string;

  @ExpiryField('When the key ends: an ISO 8601 timestamp in the future, or null for a key that does not expire')
  expiresAt?: string | null;

  @BooleanField({ optional: true, description: 'A disabled key is rejected like an unknown one', example: true })
  disabled?: boolean;

  @RateLimitField()
  rateLimit?: number | null;
}

export class RotateApiKeyBody {
  @ExpiryField('When the new key ends: an ISO 8601 timestamp in the future; without it the key does not expire')
  expiresAt: string | null = null;

  @ExpiryField(
    'When the old key ends: an ISO 8601 timestamp in the future, by default in 7 days. A key that ends earlier keeps its end',
  )
  oldExpiresAt: string | null = null;
}

const KEY_STATES = ['ending', 'unused', 'disabled', 'working'] as const;

const KEY_ORDERS = ['name', 'owner', 'createdAt', 'lastUsedAt', 'expiresAt'] as const;

/** Filters and order of the list of keys; an absent filter does not apply. */
export class ApiKeysQuery extends PageQuery {
  @TextField({
    min: 0,
    max: 200,
    trim: true,
    optional: true,
    description:
      "Beginnings of words of the key's name, its owner's name and its first characters, in any case, with or without accents; " +
      'all must be found',
    example: 'quiz app',
  })
  search?: string;

  @IdField({ optional: true, description: 'Keys of this user only' })
  userId?: string;

  @QueryIdsField({
    max: 100,
    optional: true,
    description: 'Keys of these users only: their ids, separated by commas',
    example: ID,
  })
  userIds?: string;

  @ChoiceField({
    of: KEY_STATES,
    optional: true,
    description:
      '`ending`: keys that work and end within 14 days, except those whose replacement works and has been used; ' +
      '`unused`: never used; `disabled`; `working`: neither disabled nor expired, whether or not their owner is suspended',
  })
  state?: (typeof KEY_STATES)[number];

  @ChoiceField({
    of: KEY_ORDERS,
    optional: true,
    default: 'createdAt',
    description:
      'Equal ones are sorted by their ids, in the same order. Keys without such a time come last in both orders',
  })
  sort: (typeof KEY_ORDERS)[number] = 'createdAt';

  @ChoiceField({ of: ['asc', 'desc'], optional: true, default: 'desc' })
  order: 'asc' | 'desc' = 'desc';
}

export class ApiKeyOwner {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ type: String, enum: ROLES, example: 'player' })
  role!: Role;

  @ApiProperty({ example: false })
  suspended!: boolean;

  @ApiProperty({
    type: [String],
    description: 'What the role gives to the key now; nothing while the owner is suspended',
    example: EXAMPLE_SCOPES,
  })
  scopes!: string[];
}

/** Another key of the same user and, at first, the same name. */
export class RotatedApiKey {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ description: 'The first characters of the key', example: 'qk_7hQ2b' })
  shown!: string;
}

export class ApiKey {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ example: 'Quiz app' })
  name!: string;

  @ApiProperty({ description: 'The first characters of the key', example: 'qk_3fT9a' })
  shown!: string;

  @ApiProperty({ description: 'The user that the key acts as' })
  owner!: ApiKeyOwner;

  @ApiProperty({ format: 'uuid', description: 'The administrator who created it', example: ID })
  createdBy!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Their name now', example: 'Grace Hopper' })
  creatorName!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2036-01-01T00:00:00.000Z' })
  expiresAt!: Date | null;

  @ApiProperty({ description: 'Whether it has expired and is rejected', example: false })
  isExpired!: boolean;

  @ApiProperty({ description: 'Whether an administrator has disabled it, so that it is rejected', example: false })
  disabled!: boolean;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    nullable: true,
    description: 'Requests per window of the rate limit; null for the limit of the service',
    example: 500,
  })
  rateLimit!: number | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'To the minute', example: TIME })
  lastUsedAt!: Date | null;

  @ApiProperty({ type: RotatedApiKey, nullable: true, description: 'The key that it was rotated from' })
  replaces!: RotatedApiKey | null;

  @ApiProperty({ type: RotatedApiKey, nullable: true, description: 'The newest key that it was rotated to' })
  replacedBy!: RotatedApiKey | null;
}

export class CreatedApiKey extends ApiKey {
  @ApiProperty({
    description: 'The key itself. It is shown this once',
    example: 'qk_0000000000000000000000000000000000000000000000000',
  })
  key!: string;
}

/** In the order of the users. */
export class CreatedApiKeys {
  @ApiProperty({ type: [CreatedApiKey] })
  keys!: CreatedApiKey[];
}

export class ApiKeyList extends listOf('keys', ApiKey) {}
