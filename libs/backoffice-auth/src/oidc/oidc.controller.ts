import { Controller, Inject, Ip, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BackofficeEndpoint, CurrentReply, NotFound } from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { OidcQuery } from '../backoffice-auth.dto.js';
import { type Cookie, oidcCookie, sessionCookie } from '../session-cookie.js';
import { BeginOidcSignIn } from './begin-oidc-sign-in.command.js';
import { CompleteOidcSignIn } from './complete-oidc-sign-in.command.js';
import { OidcError } from './oidc.errors.js';

const SIGN_IN_PAGE = '/admin/sign-in';

/** Redirects of a browser to the provider and back. Programs do not call these. */
@ApiExcludeController()
@Controller()
export class OidcController {
  private readonly oidcCookie: Cookie;
  private readonly sessionCookie: Cookie;

  constructor(
    private readonly commands: CommandBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    this.oidcCookie = oidcCookie(configuration);
    this.sessionCookie = sessionCookie(configuration);
  }

  @BackofficeEndpoint('GET /session/oidc', { summary: 'Sign in with OpenID Connect', public: true, status: 302 })
  begin(
    @Query() { returnTo, confirm }: OidcQuery,
    @Ip() address: string,
    @Req() request: FastifyRequest,
    @CurrentReply() reply: FastifyReply,
  ): Promise<void> {
    return this.redirect(request, reply, async () => {
      const token = confirm === true ? this.sessionCookie.read(request) : undefined;
      const { location, cookie } = await this.commands.execute(new BeginOidcSignIn(returnTo, address, token));
      this.oidcCookie.set(reply, cookie);
      return location;
    });
  }

  @BackofficeEndpoint('GET /session/oidc/callback', {
    summary: 'Come back from the provider',
    public: true,
    status: 302,
  })
  complete(@Ip() address: string, @Req() request: FastifyRequest, @CurrentReply() reply: FastifyReply): Promise<void> {
    return this.redirect(request, reply, async () => {
      const { search } = new URL(request.url, 'http://site.invalid');
      const cookie = this.oidcCookie.read(request);
      this.oidcCookie.clear(reply);
      const client = { address, userAgent: request.headers['user-agent'] };
      const { token, returnTo } = await this.commands.execute(new CompleteOidcSignIn(search, cookie, client));
      if (token !== undefined) this.sessionCookie.set(reply, token);
      return returnTo;
    });
  }

  /** Redirects the browser; if the sign-in is rejected, to the sign-in page. */
  private async redirect(request: FastifyRequest, reply: FastifyReply, next: () => Promise<string>): Promise<void> {
    if (this.configuration.OIDC_ISSUER === undefined) throw new NotFound();
    void reply.header('cache-control', 'no-store');
    try {
      void reply.header('location', await next());
    } catch (error) {
      if (!(error instanceof OidcError)) throw error;
      request.log.warn({ code: error.code }, `A sign-in with OpenID Connect was rejected: ${error.message}`);
      void reply.header('location', `${SIGN_IN_PAGE}?error=${error.code}`);
    }
  }
}
