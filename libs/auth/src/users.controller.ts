import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '#libs/audit';
import { AdminEndpoint, CurrentReply, Documented, isId } from '#libs/http';
import {
  CurrentReservation,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  type IdempotencyReservation,
  sendOnce,
} from '#libs/idempotency';
import { EmailTaken, LastAdministrator, UserNotFound } from './auth.errors.js';
import { CreateUser } from './commands/create-user.command.js';
import { UpdateUser } from './commands/update-user.command.js';
import { GetUser } from './queries/get-user.query.js';
import { ListUsers } from './queries/list-users.query.js';
import { CreateUserBody, UpdateUserBody, User, UserList, UsersQuery } from './user.dto.js';

@Documented('Users', 'Users and their roles')
@Controller()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @AdminEndpoint('GET /users', { summary: 'List users', query: UsersQuery, returns: UserList })
  listUsers(@Query() query: UsersQuery): Promise<UserList> {
    return this.queries.execute(new ListUsers(query));
  }

  @AdminEndpoint('GET /users/:id', {
    summary: 'Get a user',
    params: { id: 'Id of the user' },
    returns: User,
    errors: [UserNotFound],
  })
  getUser(@Param('id') id: string): Promise<User> {
    return this.queries.execute(new GetUser(id));
  }

  @AdminEndpoint('POST /users', {
    summary: 'Create a user',
    description: 'Requests with the same `Idempotency-Key` that differ in the password only are the same request.',
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    body: CreateUserBody,
    invalid: 'email: must be an email address',
    returns: User,
    status: 201,
    responseHeaders: IDEMPOTENCY_REPLAYED_HEADER,
    errors: [EmailTaken, ...IDEMPOTENCY_ERRORS],
  })
  async createUser(
    @Body() user: CreateUserBody,
    @CurrentActor() actor: Actor,
    @CurrentReservation('password') reservation: IdempotencyReservation | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<string> {
    return sendOnce(reply, await this.commands.execute(new CreateUser(user, actor, reservation)));
  }

  @AdminEndpoint('PATCH /users/:id', {
    summary: 'Change a user',
    description: 'A new role or a suspension holds for every request that begins after the answer.',
    params: { id: 'Id of the user' },
    body: UpdateUserBody,
    invalid: 'role: must be one of admin, player, viewer',
    returns: User,
    errors: [UserNotFound, LastAdministrator],
  })
  updateUser(@Param('id') id: string, @Body() changes: UpdateUserBody, @CurrentActor() actor: Actor): Promise<User> {
    if (!isId(id)) throw new UserNotFound();
    return this.commands.execute(new UpdateUser(id, changes, actor));
  }
}
