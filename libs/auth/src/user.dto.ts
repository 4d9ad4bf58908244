import { applyDecorators } from '@nestjs/common';
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
  TextsField,
  UrlField,
} from '#libs/http';
import { UserTagField } from '#libs/profiles';
import { normalEmail } from './email.js';
import { MAX_TAGS } from './user-tags.js';

const ID = '019b76da-a800-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';

const isEmail = (value: unknown) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);

const EMAIL_PATTERN = '^[^@]+@[^@]+$';

const MAX_EMAIL_LENGTH = 254;

const TagsField = (options: { default?: []; description: string }) =>
  TextsField({
    max: MAX_TAGS,
    each: { min: 1, max: 50 },
    optional: true,
    example: ['7b'],
    ...options,
  });

const TAGS = 'Of 1 to 50 characters. Those that differ in case only are equal, and the first one is kept';

/** The stored form may be shorter: a text that is too long as sent stays as it is, so that validation finds it. */
const asStored = ({ value }: TransformFnParams): unknown =>
  typeof value === 'string' && [...value.trim()].length <= MAX_EMAIL_LENGTH ? normalEmail(value) : value;

const EmailField = () =>
  applyDecorators(
    // Of several rules that a value breaks, the last one gives the message: here its length.
    ValidateWith((value) => (isEmail(value) ? undefined : 'must be an email address')),
    Transform(asStored),
    TextField({ min: 3, max: MAX_EMAIL_LENGTH, trim: true, pattern: EMAIL_PATTERN, example: 'ada@example.com' }),
  );

export class ChangeEmailBody {
  @EmailField()
  email!: string;
}

export class CreateUserBody {
  @EmailField()
  email!: string;

  @TextField({ min: 1, max: 100, trim: true, example: 'Ada Lovelace' })
  displayName!: string;

  @UrlField({ optional: true, nullable: true, example: 'https://example.com/ada.png' })
  image: string | null = null;

  @ChoiceField({ of: ROLES, optional: true, default: 'player', example: 'player' })
  role: Role = 'player';

  @TagsField({ default: [], description: TAGS })
  tags: string[] = [];

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

  @TagsField({ description: `All tags of the user. ${TAGS}` })
  tags?: string[];
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

  @TagsField({ description: `Added to those that each of them has. ${TAGS}` })
  addTags?: string[];

  @TagsField({ description: 'Taken from each of them, in any case, before others are added' })
  removeTags?: string[];
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

  @UserTagField()
  tag?: string;

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

  @ApiPropertyOptional({ type: [String], description: 'Absent if there are none', example: ['7b'] })
  tags?: string[];

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

export class UsedUserTag {
  @ApiProperty({ description: 'In one of the spellings that users have', example: '7b' })
  tag!: string;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'Users who have it', example: 28 })
  users!: number;
}

export class UsedUserTags {
  @ApiProperty({ type: [UsedUserTag], description: 'The most used first, up to 1,000' })
  tags!: UsedUserTag[];

  @ApiProperty({ type: 'integer', format: 'int32', description: 'How many there are, with those left out', example: 1 })
  total!: number;
}

export class UserTagsQuery {
  @TextField({
    min: 1,
    max: 50,
    trim: true,
    optional: true,
    description: 'Only tags that begin with it, in any case',
    example: '7',
  })
  search?: string;
}

export class UserList extends listOf('users', User) {}
