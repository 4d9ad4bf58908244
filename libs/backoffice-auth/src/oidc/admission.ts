import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { hasBackoffice } from '#libs/access';
import { CreateUser, EmailTaken, FindUser, GetUser, LastAdministrator, UpdateUser, type User } from '#libs/auth';
import { type Actor, THE_SERVICE } from '#libs/audit';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { UnitOfWork } from '#libs/database';
import { mayUseBackoffice } from '../backoffice-access.js';
import { roleOfGroups } from './group-roles.js';
import { Identities } from './identities.js';
import { OidcError } from './oidc.errors.js';
import type { Profile } from './profile.js';

/** Decides which user a person at the provider is, and whether they may sign in. */
@Injectable()
export class Admission {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly identities: Identities,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * If groups are mapped to roles, the user gets the role of their groups, and a person without a user gets one if that role may use the
   * backoffice.
   * @param address where the client is
   * @returns a user who may use the backoffice
   * @throws OidcError
   */
  async admit(profile: Profile, address: string): Promise<User> {
    const mapping = this.configuration.OIDC_GROUP_ROLES;
    const given = mapping && roleOfGroups(profile.groups, mapping);
    const actor = { ...THE_SERVICE, address };
    const known = await this.find(profile);
    const user =
      known ?? (given !== undefined && hasBackoffice(given) ? await this.create(profile, given, actor) : undefined);
    if (user === undefined)
      throw new OidcError(
        'oidc-rejected',
        'No user has this email, and no group grants a role that may use the backoffice',
      );
    if (user.suspended) throw new OidcError('oidc-rejected', `User ${user.id} is suspended`);
    const current = mapping === undefined ? user : await this.giveRole(user, given, actor);
    if (!mayUseBackoffice(current)) {
      throw new OidcError('oidc-rejected', `User ${user.id} may not use the backoffice, as ${current.role}`);
    }
    return current;
  }

  /** Finds the user of an identity; the first time, by email. */
  private async find(profile: Profile): Promise<User | undefined> {
    const id = await this.identities.userOf(profile);
    if (id !== undefined) return this.queries.execute(new FindUser({ id }));
    const user = await this.queries.execute(new FindUser({ email: emailOf(profile) }));
    return user && this.link(profile, user);
  }

  private async create(profile: Profile, role: User['role'], actor: Actor): Promise<User> {
    const email = emailOf(profile);
    const user = {
      email,
      displayName: profile.displayName ?? email.slice(0, 100),
      image: null,
      tags: [],
      role,
    };
    try {
      await this.commands.execute(new CreateUser(user, actor));
    } catch (error) {
      // Of concurrent sign-ins, one creates the user, and the others find them.
      if (!(error instanceof EmailTaken)) throw error;
    }
    const created = await this.find(profile);
    if (created === undefined) throw new Error('The user that was just created is not there');
    return created;
  }

  private async link(profile: Profile, user: User): Promise<User> {
    if (await this.identities.link(profile, user.id)) {
      const { email } = await this.queries.execute(new GetUser(user.id));
      if (email === user.email) return user;
      await this.unitOfWork.run((transaction) => this.identities.unlinkAllOf(user.id, transaction));
      throw new OidcError('oidc-rejected', `User ${user.id} got another email in the meantime`);
    }
    // A new person with a reused email does not get the user of the former one.
    throw new OidcError('oidc-rejected', `User ${user.id} belongs to another account at the provider`);
  }

  /** A user without a mapped group loses a role that may use the backoffice, and keeps any other. */
  private async giveRole(user: User, given: User['role'] | undefined, actor: Actor): Promise<User> {
    const role = given ?? (hasBackoffice(user.role) ? 'player' : user.role);
    if (role === user.role) return user;
    try {
      return await this.commands.execute(new UpdateUser(user.id, { role }, actor, true));
    } catch (error) {
      if (!(error instanceof LastAdministrator)) throw error;
      const reason = `The groups of user ${user.id} do not make them an administrator; they stay one because there is no other`;
      throw new OidcError('oidc-rejected', reason);
    }
  }
}

function emailOf({ email }: Profile): string {
  if (email === undefined) throw new OidcError('oidc-email', 'The provider sent no verified email');
  return email;
}
