import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { User } from '#libs/auth';
import { IdField, QueryBooleanField, TextField, ValidateWith } from '#libs/http';
import { pagePathOf } from './oidc/return-path.js';
import { CodeField } from './second-factor/second-factor.dto.js';

const SECOND_FACTOR_STATES = ['off', 'on', 'missing'] as const;

export class SignInBody {
  @TextField({ min: 1, max: 254, trim: true, example: 'ada@example.com' })
  @Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.toLowerCase() : value))
  email!: string;

  @TextField({ min: 1, max: 1_000, example: 'correct horse battery' })
  password!: string;

  @CodeField({ optional: true })
  code?: string;
}

/** One of the two. */
export class ConfirmationBody {
  @TextField({ min: 1, max: 1_000, optional: true, description: 'Your password', example: 'correct horse battery' })
  password?: string;

  @CodeField({ optional: true })
  code?: string;
}

export class FailedSignInCount {
  @ApiProperty({ type: 'integer', format: 'int32', example: 3 })
  failures!: number;
}

export class ChangePasswordBody {
  @TextField({ min: 1, max: 1_000, example: 'correct horse battery' })
  currentPassword!: string;

  @TextField({ min: 12, max: 200, example: 'staple correct horse' })
  newPassword!: string;
}

export class SetPasswordBody {
  @TextField({ min: 12, max: 200, example: 'correct horse battery' })
  password!: string;
}

export class OidcQuery {
  @TextField({
    min: 1,
    max: 2_048,
    optional: true,
    description: 'The page of the backoffice that is shown then',
    default: '/admin/',
    example: '/admin/quizzes',
  })
  @Transform(({ value }: TransformFnParams): unknown => pagePathOf(value) ?? value)
  @ValidateWith((value) => (pagePathOf(value) !== undefined ? undefined : 'must be a page under /admin'))
  returnTo = '/admin/';

  @QueryBooleanField({
    description: 'Whether to confirm the session of the browser by a fresh sign-in, instead of beginning one',
  })
  confirm?: boolean;
}

export class OidcMethod {
  @ApiProperty({ description: 'What the provider is called', example: 'single sign-on' })
  name!: string;
}

/** How administrators can sign in. */
export class SignInMethods {
  @ApiProperty({ example: true })
  password!: boolean;

  @ApiProperty({ type: OidcMethod, nullable: true, description: 'OpenID Connect; null where it is not configured' })
  oidc!: OidcMethod | null;
}

export class OwnSession {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000001' })
  id!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `User-Agent` of the sign-in, up to 300 characters; null if there was none',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  userAgent!: string | null;

  @ApiProperty({ description: 'Address of the client at the sign-in', example: '203.0.113.7' })
  address!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-01T00:00:00.000Z' })
  createdAt!: Date;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'Up to five minutes before the last request',
    example: '2026-01-01T00:00:00.000Z',
  })
  lastUsedAt!: Date;

  @ApiProperty({ description: 'Whether the request belongs to it', example: true })
  isCurrent!: boolean;
}

export class OwnSessions {
  @ApiProperty({ type: [OwnSession], description: 'This one first, then the newest; at most 100' })
  sessions!: OwnSession[];
}

export class UserSessionsQuery {
  @IdField({ optional: true, description: 'Sessions of this user only' })
  userId?: string;
}

export class UserSession extends OwnSession {
  @ApiProperty({ format: 'uuid', example: '019b76da-a800-7000-8000-000000000001' })
  userId!: string;

  @ApiProperty({ example: 'Ada Lovelace' })
  displayName!: string;
}

export class UserSessions {
  @ApiProperty({ type: [UserSession], description: 'Those that were used last; at most 100' })
  sessions!: UserSession[];
}

export class Session {
  @ApiProperty({ description: 'The administrator or editor who is signed in' })
  user!: User;

  @ApiProperty({
    description: 'For the `x-csrf-token` header of every write; the same as long as the session lasts',
    example: 'kPvXz8y1mQe0Yw7sT3uRbN5cLhJdG2fA6iKoVxE9tZQ',
  })
  csrfToken!: string;

  @ApiProperty({ description: 'Whether the user can sign in by password, and change it', example: true })
  hasPassword!: boolean;

  @ApiProperty({
    enum: SECOND_FACTOR_STATES,
    description: 'Where it is `missing`, the session may do nothing but set up a second factor, and end',
    example: 'off',
  })
  secondFactor!: (typeof SECOND_FACTOR_STATES)[number];

  @ApiProperty({
    description:
      'Whether the user has signed in or confirmed who they are in the last 10 minutes. If not, operations that could take over an ' +
      'account answer 403 `Confirm that it is you`',
    example: true,
  })
  isConfirmed!: boolean;
}
