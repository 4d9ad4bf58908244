import { Body, Controller, Inject, Ip, Param, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTag, BackofficeEndpoint, CurrentReply } from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { CurrentActor, type UserActor } from '#libs/audit';
import {
  ConfirmationBody,
  FailedSignInCount,
  OwnSessions,
  Session,
  SignInBody,
  SignInMethods,
} from './backoffice-auth.dto.js';
import { InvalidCredentials, SessionNotFound, TooManySignIns, WrongCurrentPassword } from './backoffice-auth.errors.js';
import { ConfirmSession } from './commands/confirm-session.command.js';
import { EndSession } from './commands/end-session.command.js';
import { EndSessions } from './commands/end-sessions.command.js';
import { SignIn } from './commands/sign-in.command.js';
import { SignOut } from './commands/sign-out.command.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { browserCookie, type Cookie, CurrentSession, CurrentSessionToken, sessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';
import { InvalidCode, SecondFactorRequired, WrongCode } from './second-factor/second-factor.errors.js';

@ApiTag('Session', 'Signing in and out', 'first')
@Controller()
export class SessionController {
  private readonly sessionCookie: Cookie;
  private readonly browserCookie: Cookie;

  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
    private readonly failedSignIns: FailedSignIns,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    this.sessionCookie = sessionCookie(configuration);
    this.browserCookie = browserCookie(configuration);
  }

  @BackofficeEndpoint('POST /session', {
    summary: 'Sign in',
    description:
      'For administrators and editors. The session lasts `SESSION_HOURS`, and ends when its user is suspended or gets another role. Where the user has a second factor, `code` is needed too.',
    public: true,
    invalid: 'email: must be a string',
    returns: Session,
    responseHeaders: {
      'Set-Cookie': {
        description: 'The session, out of reach of scripts',
        example:
          'session=3q2-7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWc; Max-Age=43200; Path=/admin; HttpOnly; SameSite=Strict',
      },
    },
    errors: [InvalidCredentials, SecondFactorRequired, InvalidCode, TooManySignIns],
  })
  async signIn(
    @Body() credentials: SignInBody,
    @Ip() address: string,
    @Req() request: FastifyRequest,
    @CurrentReply() reply: FastifyReply,
  ): Promise<Session> {
    const { token, browserToken, session } = await this.commands.execute(
      new SignIn(credentials, { address, userAgent: request.headers['user-agent'] }, this.browserCookie.read(request)),
    );
    this.sessionCookie.set(reply, token);
    this.browserCookie.set(reply, browserToken);
    return session;
  }

  @BackofficeEndpoint('GET /session/methods', {
    summary: 'Get the ways to sign in',
    public: true,
    returns: SignInMethods,
  })
  getSignInMethods(): SignInMethods {
    const { OIDC_ISSUER, OIDC_NAME } = this.configuration;
    return { password: true, oidc: OIDC_ISSUER === undefined ? null : { name: OIDC_NAME } };
  }

  @BackofficeEndpoint('GET /session', { summary: 'Get the session', enrolling: true, secret: true, returns: Session })
  getSession(@CurrentSession() session: Session): Session {
    return session;
  }

  @BackofficeEndpoint('POST /session/confirmation', {
    summary: 'Confirm that it is you',
    editor: true,
    description:
      'For operations that could take over an account. They need a sign-in or a confirmation of the last 10 minutes. Send your password, or a code ' +
      'of your second factor. Wrong ones count like those of sign-ins.',
    invalid: 'password: must be given, or a code instead',
    status: 204,
    errors: [WrongCurrentPassword, WrongCode, TooManySignIns],
  })
  confirmSession(
    @Body() proof: ConfirmationBody,
    @CurrentSessionToken() token: string,
    @CurrentActor() actor: UserActor,
  ): Promise<void> {
    return this.commands.execute(new ConfirmSession(proof, token, actor));
  }

  @BackofficeEndpoint('DELETE /session', { summary: 'Sign out', enrolling: true, status: 204 })
  async signOut(
    @CurrentSessionToken() token: string,
    @CurrentActor() actor: UserActor,
    @CurrentReply() reply: FastifyReply,
  ): Promise<void> {
    await this.commands.execute(new SignOut(token, actor));
    this.sessionCookie.clear(reply);
  }

  @BackofficeEndpoint('GET /failed-sign-ins', {
    summary: 'Count recent failed sign-ins',
    description: 'Those that the audit log does not contain yet: it gets them when the hour is over.',
    returns: FailedSignInCount,
  })
  countFailedSignIns(): Promise<FailedSignInCount> {
    return this.failedSignIns.countUnwritten();
  }

  @BackofficeEndpoint('DELETE /sessions', { summary: 'Sign out everywhere', editor: true, status: 204 })
  async signOutEverywhere(@CurrentActor() actor: UserActor, @CurrentReply() reply: FastifyReply): Promise<void> {
    await this.commands.execute(new EndSessions(actor));
    this.sessionCookie.clear(reply);
  }

  @BackofficeEndpoint('GET /sessions', { summary: 'List your sessions', editor: true, returns: OwnSessions })
  async listSessions(@CurrentSessionToken() token: string, @CurrentActor() actor: UserActor): Promise<OwnSessions> {
    return { sessions: await this.sessions.listOf(actor.userId, token) };
  }

  @BackofficeEndpoint('DELETE /sessions/others', { summary: 'Sign out everywhere else', editor: true, status: 204 })
  signOutElsewhere(@CurrentSessionToken() token: string, @CurrentActor() actor: UserActor): Promise<void> {
    return this.commands.execute(new EndSessions(actor, token));
  }

  @BackofficeEndpoint('DELETE /sessions/:id', {
    summary: 'End one of your sessions',
    editor: true,
    params: { id: 'Id of the session' },
    status: 204,
    errors: [SessionNotFound],
  })
  endSession(@Param('id') id: string, @CurrentActor() actor: UserActor): Promise<void> {
    return this.commands.execute(new EndSession(actor.userId, id, actor));
  }
}
