/** The roles of users, the highest first. An administrator has every scope, except those about the players of applications. */
export const ROLES = ['admin', 'editor', 'application', 'player', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Whether users of a role may sign in to the backoffice: administrators to all of it, editors to quizzes and their results. */
export const hasBackoffice = (role: Role): role is 'admin' | 'editor' => role === 'admin' || role === 'editor';

/** A right that roles grant and endpoints require. Modules create scopes with {@link scope}. */
export class Scope {
  private readonly roles: ReadonlySet<Role>;

  constructor(
    readonly name: string,
    roles: readonly Role[],
  ) {
    this.roles = new Set(roles);
  }

  /** An editor has more rights than a player in the backoffice only. */
  isGivenBy(role: Role): boolean {
    return this.roles.has(role === 'editor' ? 'player' : role);
  }
}

/**
 * Declares a scope. The service has the scopes that its endpoints require.
 * @param name resource and action, such as `badges:read`
 * @param roles that grant it, in addition to `admin`; `editor` has the scopes of `player`
 */
export function scope(name: `${string}:${string}`, roles: readonly Exclude<Role, 'admin' | 'editor'>[]): Scope {
  return new Scope(name, ['admin', ...roles]);
}
