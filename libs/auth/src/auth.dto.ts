import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  BooleanField,
  ChoiceField,
  IdField,
  isTimestamp,
  Obeys,
  Pagination,
  TextField,
  UrlField,
} from '#libs/platform';
import { type Role, ROLE_NAMES } from './roles.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

const isEmail = (value: unknown) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);

export class CreateUserBody {
  @TextField({ min: 3, max: 254, trim: true, example: 'ada@example.com' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value))
  @Obeys((value) => (isEmail(value) ? undefined : 'must be an email address'))
  email!: string;

  @TextField({ min: 1, max: 100, trim: true, example: 'Ada Lovelace' })
  displayName!: string;

  @UrlField({ optional: true, nullable: true, example: 'https://example.com/ada.png' })
  image: string | null = null;

  @ChoiceField({ of: ROLE_NAMES, optional: true, default: 'player', example: 'player' })
  role: Role = 'player';

  @TextField({
    min: 12,
    max: 200,
    optional: true,
    description: 'For administrators who sign in by password',
    example: 'correct horse battery',
  })
  password?: string;
}

export class UpdateUserBody {
  @TextField({ min: 1, max: 100, trim: true, optional: true, example: 'Ada Lovelace' })
  displayName?: string;

  @UrlField({ optional: true, nullable: true, example: 'https://example.com/ada.png' })
  image?: string | null;

  @ChoiceField({ of: ROLE_NAMES, optional: true, example: 'player' })
  role?: Role;

  @BooleanField({ optional: true, example: false })
  suspended?: boolean;
}

export class User {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ example: 'ada@example.com' })
  email!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ type: String, format: 'uri', nullable: true, example: 'https://example.com/ada.png' })
  image!: string | null;

  @ApiProperty({ type: String, enum: ROLE_NAMES, example: 'player' })
  role!: Role;

  @ApiProperty({ example: false })
  suspended!: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  updatedAt!: Date;
}

export class UserList {
  @ApiProperty({ type: [User] })
  users!: User[];

  @ApiProperty()
  pagination!: Pagination;
}

export class CreateApiKeyBody {
  @TextField({ min: 1, max: 100, trim: true, example: 'Quiz app' })
  name!: string;

  @IdField({ description: 'The user that the key acts as', example: ID })
  userId!: string;

  @TextField({
    min: 1,
    max: 40,
    optional: true,
    nullable: true,
    description: 'When the key ends: an ISO 8601 timestamp in the future; without it the key does not expire',
    example: '2036-01-01T00:00:00.000Z',
  })
  @Obeys((value) => (value === null || isFuture(value) ? undefined : 'must be an ISO 8601 timestamp in the future'))
  expiresAt: string | null = null;
}

const isFuture = (value: unknown) => isTimestamp(value) && Date.parse(value) > Date.now();

export class ApiKeyOwner {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ type: String, enum: ROLE_NAMES, example: 'player' })
  role!: Role;
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

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2036-01-01T00:00:00.000Z' })
  expiresAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'To the minute', example: TIME })
  lastUsedAt!: Date | null;
}

export class CreatedApiKey extends ApiKey {
  @ApiProperty({
    description: 'The key itself. It is shown this once',
    example: 'qk_0000000000000000000000000000000000000000000000000',
  })
  key!: string;
}

export class ApiKeyList {
  @ApiProperty({ type: [ApiKey] })
  keys!: ApiKey[];

  @ApiProperty()
  pagination!: Pagination;
}
