import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor, type UserActor } from '#libs/audit';
import { columnsOf, FileTooComplex, FileUnreadable, UPLOAD_LIMIT } from '#libs/file-transfer';
import { BackofficeEndpoint, ConfirmationRequired, CurrentConfirmation, CurrentReply, ApiTag, isId } from '#libs/http';
import {
  CurrentReservation,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  type IdempotencyReservation,
  sendOnce,
} from '#libs/idempotency';
import { UserNotFound } from '#libs/profiles';
import {
  EmailTaken,
  LastAdministrator,
  LastAdministratorNamed,
  NoSignInLeft,
  OwnAccess,
  PlayerKeepsRole,
  PlayerWithoutEmail,
} from './auth.errors.js';
import { ChangeEmail } from './commands/change-email.command.js';
import { CreateUser } from './commands/create-user.command.js';
import { UpdateUser } from './commands/update-user.command.js';
import { UpdateUsers } from './commands/update-users.command.js';
import { GetUser } from './queries/get-user.query.js';
import { ListUserTags } from './queries/list-user-tags.query.js';
import { ListUsers } from './queries/list-users.query.js';
import { ReadUserFile } from './queries/read-user-file.query.js';
import { isHigher } from './roles.js';
import {
  ChangedUsers,
  ChangeEmailBody,
  CreateUserBody,
  UpdateUserBody,
  UpdateUsersBody,
  UsedUserTags,
  User,
  UserList,
  UsersQuery,
  UserTagsQuery,
} from './user.dto.js';
import { USER_ROLES } from './user-file/user-parser.js';
import { UserFileQuery, UserReading } from './user-file/user-file.dto.js';

@ApiTag('Users', 'Users and their roles')
@Controller()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /users', { summary: 'List users', returns: UserList })
  listUsers(@Query() query: UsersQuery): Promise<UserList> {
    return this.queries.execute(new ListUsers(query));
  }

  @BackofficeEndpoint('GET /users/tags', { summary: 'List the tags of users', editor: true, returns: UsedUserTags })
  listTags(@Query() { search }: UserTagsQuery): Promise<UsedUserTags> {
    return this.queries.execute(new ListUserTags(search));
  }

  @BackofficeEndpoint('GET /users/:id', {
    summary: 'Get a user',
    params: { id: 'Id of the user' },
    returns: User,
    errors: [UserNotFound],
  })
  getUser(@Param('id') id: string): Promise<User> {
    return this.queries.execute(new GetUser(id));
  }

  @BackofficeEndpoint('POST /users', {
    summary: 'Create a user',
    description:
      'A request with the same `Idempotency-Key` and another password than the first is a different one, and so is any with a password once the ' +
      "user's password has been changed.",
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    invalid: 'email: must be an email address',
    returns: User,
    status: 201,
    responseHeaders: IDEMPOTENCY_REPLAYED_HEADER,
    errors: [ConfirmationRequired, EmailTaken, ...IDEMPOTENCY_ERRORS],
  })
  async createUser(
    @Body() user: CreateUserBody,
    @CurrentActor() actor: Actor,
    @CurrentConfirmation() isConfirmed: boolean,
    @CurrentReservation('password') reservation: IdempotencyReservation | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<string> {
    if ((isHigher(user.role, 'player') || user.password !== undefined) && !isConfirmed)
      throw new ConfirmationRequired();
    return sendOnce(reply, await this.commands.execute(new CreateUser(user, actor, reservation)));
  }

  @BackofficeEndpoint('POST /users/file-reading', {
    summary: 'Read the users of a table',
    description:
      'The table is CSV or the first sheet of an Excel file (.xlsx). Its header names the columns email and displayName, or firstName ' +
      'and lastName instead, and optionally role, image and tags. Every row is returned with the body that creates the user, or with the ' +
      'reason why it cannot be one. Nothing is stored.',
    bodyLimit: UPLOAD_LIMIT,
    invalid: 'columns: must have 1 to 2000 characters',
    returns: UserReading,
    errors: [FileUnreadable, FileTooComplex],
  })
  readUserFile(@Body() bytes: Buffer, @Query() { columns }: UserFileQuery): Promise<UserReading> {
    return this.queries.execute(new ReadUserFile({ bytes, columns: columnsOf(columns, USER_ROLES) }));
  }

  @BackofficeEndpoint('PATCH /users', {
    summary: 'Change several users',
    description:
      'All of them, or none. Fields that are missing stay as they are. A new role or a suspension holds for every request that begins after the response. ' +
      'Administrators cannot remove their own access in this way.',
    invalid: 'users[0].id: no such user: 019b76da-a800-7000-8000-000000000001',
    returns: ChangedUsers,
    errors: [ConfirmationRequired, OwnAccess, LastAdministratorNamed, PlayerKeepsRole],
  })
  async updateUsers(
    @Body() body: UpdateUsersBody,
    @CurrentActor() actor: UserActor,
    @CurrentConfirmation() isConfirmed: boolean,
  ): Promise<ChangedUsers> {
    return { users: await this.commands.execute(new UpdateUsers(body, actor, isConfirmed)) };
  }

  @BackofficeEndpoint('PATCH /users/:id', {
    summary: 'Change a user',
    description:
      'A new role or a suspension holds for every request that begins after the response. Leaderboards and statistics ' +
      'leave suspended users out; lists of attempts do not.',
    params: { id: 'Id of the user' },
    invalid: 'role: must be one of admin, editor, application, player, viewer',
    returns: User,
    errors: [ConfirmationRequired, UserNotFound, LastAdministrator, PlayerKeepsRole],
  })
  updateUser(
    @Param('id') id: string,
    @Body() changes: UpdateUserBody,
    @CurrentActor() actor: Actor,
    @CurrentConfirmation() isConfirmed: boolean,
  ): Promise<User> {
    if (!isId(id)) throw new UserNotFound();
    return this.commands.execute(new UpdateUser(id, changes, actor, isConfirmed));
  }

  @BackofficeEndpoint('PUT /users/:id/email', {
    summary: 'Change the email of a user',
    description:
      "The user signs in with the new email and the same password from then on. Their sessions end, also one's own, and an account at the " +
      'OpenID Connect provider no longer belongs to them: the next sign-in there finds the user by the new email, if the provider has verified it.',
    confirmed: true,
    params: { id: 'Id of the user' },
    invalid: 'email: must be an email address',
    returns: User,
    errors: [UserNotFound, EmailTaken, PlayerWithoutEmail, NoSignInLeft],
  })
  changeEmail(
    @Param('id') id: string,
    @Body() { email }: ChangeEmailBody,
    @CurrentActor() actor: Actor,
  ): Promise<User> {
    if (!isId(id)) throw new UserNotFound();
    return this.commands.execute(new ChangeEmail(id, email, actor));
  }
}
