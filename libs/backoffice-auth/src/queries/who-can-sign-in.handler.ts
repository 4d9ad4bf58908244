import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { WhoCanSignIn } from '#libs/auth';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { In } from 'typeorm';
import { CredentialEntity } from '../credential.entity.js';
import { IdentityEntity } from '../oidc/identity.entity.js';

/**
 * Users with a password; where OpenID Connect is configured, also those who have signed in with that provider. If groups
 * are mapped to roles, an account at the provider may have lost its group since: then it counts only if nobody has a
 * password.
 */
@QueryHandler(WhoCanSignIn)
export class WhoCanSignInHandler implements IQueryHandler<WhoCanSignIn> {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  async execute({ userIds, transaction: { manager } }: WhoCanSignIn): Promise<ReadonlySet<string>> {
    const where = { userId: In(userIds) };
    const credentials = await manager.findBy(CredentialEntity, where);
    const { OIDC_ISSUER: issuer, OIDC_GROUP_ROLES: mapping } = this.configuration;
    const areCounted = issuer !== undefined && (mapping === undefined || credentials.length === 0);
    const identities = areCounted
      ? await manager.findBy(IdentityEntity, { ...where, issuer: In(formsOf(issuer)) })
      : [];
    return new Set([...credentials, ...identities].map(({ userId }) => userId));
  }
}

/** An issuer as providers write it: with or without a slash at its end. */
function formsOf(issuer: string): string[] {
  const { href } = new URL(issuer);
  return [href, href.replace(/\/$/, '')];
}
