import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { WhoCanSignIn } from '#libs/auth';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { In } from 'typeorm';
import { CredentialEntity } from '../credential.entity.js';
import { IdentityEntity } from '../oidc/identity.entity.js';

/** Users with a password; where OpenID Connect is configured, also those who have signed in with that provider. */
@QueryHandler(WhoCanSignIn)
export class WhoCanSignInHandler implements IQueryHandler<WhoCanSignIn> {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  async execute({ userIds, transaction: { manager } }: WhoCanSignIn): Promise<ReadonlySet<string>> {
    const where = { userId: In(userIds) };
    const credentials = await manager.findBy(CredentialEntity, where);
    const issuer = this.configuration.OIDC_ISSUER;
    const identities =
      issuer === undefined ? [] : await manager.findBy(IdentityEntity, { ...where, issuer: In(formsOf(issuer)) });
    return new Set([...credentials, ...identities].map(({ userId }) => userId));
  }
}

/** An issuer as providers write it: with or without a slash at its end. */
function formsOf(issuer: string): string[] {
  const { href } = new URL(issuer);
  return [href, href.replace(/\/$/, '')];
}
