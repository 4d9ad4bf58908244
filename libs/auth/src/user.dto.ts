import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { type Role, ROLES } from '#libs/access';
import {
  BooleanField,
  ChoiceField,
  IdField,
  ListField,
  listOf,
  ValidateWith,
  PageQuery,
  QueryBooleanField,
  RETURNED_URL,
  TextField,
  UrlField,
} from '#libs/http';
import { normalEmail } from './email.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

const isEmail = (value: unknown) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);

const EMAIL_PATTERN = '^[^@]+@[^@]+$';

const MAX_EMAIL_LENGTH = 254;

/** The stored form may be shorter: a text that is too long as sent stays as it is, so that validation finds it. */
const asStored = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' && [...value.trim()].length <= MAX_EMAIL_LENGTH ? normalEmail(value) : value;

export class CreateUserBody {
  @TextField({ min: 3, max: MAX_EMAIL_LENGTH, trim: true, pattern: EMAIL_PATTERN, example: 'ada@example.com' })
  @Transform(asStored)
  @ValidateWith((value) => (isEmail(value) ? undefined : 'must be an email address'))
  email!: string;

  @TextField({ min: 1, max: 100, trim: true, example: 'Ada Lovelace' })
  displayName!: string;

  @UrlField({ optional: true, nullable: true, example: 'https://example.com/ada.png' })
  image: string | null = null;

  @ChoiceField({ of: ROLES, optional: true, default: 'player', example: 'player' })
  role: Role = 'player';

  @TextField({
    min: 12,
    max: 200,
    optional: true,
    description: 'For administrators and editors who sign in by password',
    example: 'correct horse battery',
  })
  password?: string;
}

export class UpdateUserBody {
  @TextField({ min: 1, max: 100, trim: true, optional: true, example: 'Ada Lovelace' })
  displayName?: string;

  @UrlField({ optional: true, nullable: true, example: 'https://example.com/ada.png' })
  image?: string | null;

  @ChoiceField({ of: ROLES, optional: true, example: 'player' })
  role?: Role;

  @BooleanField({ optional: true, example: false })
  suspended?: boolean;
}

export class NamedUserBody {
  @IdField({ example: ID })
  id!: string;
}

export class UpdateUsersBody {
  @ListField(() => NamedUserBody, { min: 1, max: 100, description: 'Who is named twice is changed once' })
  users!: NamedUserBody[];

  @ChoiceField({ of: ROLES, optional: true, example: 'player' })
  role?: Role;

  @BooleanField({ optional: true, example: false })
  suspended?: boolean;
}

const USER_ORDERS = ['createdAt', 'displayName', 'email'] as const;

/** Filters and order of the list of users; an absent filter does not apply. */
export class UsersQuery extends PageQuery {
  @TextField({
    min: 0,
    max: 200,
    trim: true,
    optional: true,
    description:
      'Beginnings of words of the name and of the email or external id, in any case, with or without accents; all of them must be found',
    example: 'ada love',
  })
  search?: string;

  @ChoiceField({ of: ROLES, optional: true, description: 'Users of this role only' })
  role?: Role;

  @QueryBooleanField({ description: 'Suspended users only, or those who are not' })
  suspended?: boolean;

  @IdField({ optional: true, description: 'Players of this application only' })
  applicationId?: string;

  @ChoiceField({
    of: USER_ORDERS,
    optional: true,
    default: 'createdAt',
    description: 'Field of a user; equal ones are sorted by their ids, in the same order',
  })
  sort: (typeof USER_ORDERS)[number] = 'createdAt';

  @ChoiceField({ of: ['asc', 'desc'], optional: true, default: 'desc' })
  order: 'asc' | 'desc' = 'desc';
}

export class User {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null for a player of an application',
    example: 'ada@example.com',
  })
  email!: string | null;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;

  @ApiProperty({ ...RETURNED_URL, example: 'https://example.com/ada.png' })
  image!: string | null;

  @ApiProperty({ type: String, enum: ROLES, example: 'player' })
  role!: Role;

  @ApiProperty({ example: false })
  suspended!: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', example: TIME })
  updatedAt!: Date;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    description: 'The user whose keys act for this player; absent for users who are no players of an application',
    example: ID,
  })
  applicationId?: string | null;

  @ApiPropertyOptional({ type: String, description: "The application's id of its player", example: 'learner-4711' })
  externalId?: string | null;
}

export class ChangedUsers {
  @ApiProperty({ type: [User], description: 'In the order of their ids' })
  users!: User[];
}

export class UserList extends listOf('users', User) {}
