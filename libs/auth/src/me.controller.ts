import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type Principal, CurrentPrincipal, ApiTag, Endpoint } from '#libs/http';
import { Me } from './me.dto.js';
import { GetMe } from './queries/get-me.query.js';

@ApiTag('Me', 'The user, the rights and the limit of an API key', 'last')
@Controller()
export class MeController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint('GET /me', {
    summary: 'Get the user and the rights of the key',
    description: 'To check a key, for example. Role and scopes are those of the user at the time of the request.',
    scope: null,
    returns: Me,
  })
  getMe(@CurrentPrincipal() principal: Principal): Promise<Me> {
    return this.queries.execute(new GetMe(principal));
  }
}
