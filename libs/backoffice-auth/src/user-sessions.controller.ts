import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, type UserActor } from '#libs/audit';
import { BackofficeEndpoint } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import { UserSessions, UserSessionsQuery } from './backoffice-auth.dto.js';
import { SessionNotFound } from './backoffice-auth.errors.js';
import { EndSession } from './commands/end-session.command.js';
import { EndSessionsOfUser } from './commands/end-sessions-of-user.command.js';
import { CurrentSessionToken } from './session-cookie.js';
import { Sessions } from './sessions.js';

/** The sessions of all users of the backoffice, for administrators. */
@ApiTags('Users')
@Controller()
export class UserSessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
  ) {}

  @BackofficeEndpoint('GET /users/sessions', {
    summary: 'List the sessions of all users, or of one',
    returns: UserSessions,
  })
  async listSessions(
    @Query() { userId }: UserSessionsQuery,
    @CurrentSessionToken() token: string,
  ): Promise<UserSessions> {
    return { sessions: await this.sessions.listAll(userId, token) };
  }

  @BackofficeEndpoint('DELETE /users/:id/sessions', {
    summary: 'End all sessions of a user',
    params: { id: 'Id of the user' },
    status: 204,
    errors: [UserNotFound],
  })
  endSessions(@Param('id') id: string, @CurrentActor() actor: UserActor): Promise<void> {
    return this.commands.execute(new EndSessionsOfUser(id, actor));
  }

  @BackofficeEndpoint('DELETE /users/:id/sessions/:sessionId', {
    summary: 'End a session of a user',
    params: { id: 'Id of the user', sessionId: 'Id of the session' },
    status: 204,
    errors: [UserNotFound, SessionNotFound],
  })
  endSession(
    @Param('id') id: string,
    @Param('sessionId') sessionId: string,
    @CurrentActor() actor: UserActor,
  ): Promise<void> {
    return this.commands.execute(new EndSession(id, sessionId, actor));
  }
}
