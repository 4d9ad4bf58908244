import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AdminEndpoint, isId, PageQuery } from '#libs/platform';
import { CreateUserBody, UpdateUserBody, User, UserList } from './auth.dto.js';
import { EmailTaken, LastAdministrator, UserNotFound } from './auth.errors.js';
import { CreateUser } from './commands/create-user.command.js';
import { UpdateUser } from './commands/update-user.command.js';
import { ListUsers } from './queries/list-users.query.js';

@ApiTags('Users')
@Controller()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @AdminEndpoint('GET /users', { summary: 'List users', query: PageQuery, returns: UserList })
  listUsers(@Query() page: PageQuery): Promise<UserList> {
    return this.queries.execute(new ListUsers(page));
  }

  @AdminEndpoint('POST /users', {
    summary: 'Create a user',
    body: CreateUserBody,
    invalid: 'email: must be an email address',
    returns: User,
    status: 201,
    errors: [EmailTaken],
  })
  createUser(@Body() user: CreateUserBody): Promise<User> {
    return this.commands.execute(new CreateUser(user));
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
  updateUser(@Param('id') id: string, @Body() changes: UpdateUserBody): Promise<User> {
    if (!isId(id)) throw new UserNotFound();
    return this.commands.execute(new UpdateUser(id, changes));
  }
}
