/** The roles of users, the highest first. An administrator has every scope, except those about the players of applications. */
export const ROLES = ['admin', 'application', 'player', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** A right that roles grant and endpoints require. Modules create scopes with {@link scope}. */
export class Scope {
  private readonly roles: ReadonlySet<Role>;

  constructor(
    readonly name: string,
    roles: readonly Role[],
  ) {
    this.roles = new Set(roles);
  }

  isGivenBy(role: Role): boolean {
    return this.roles.has(role);
  }
}

/**
 * Declares a scope. The service has the scopes that its endpoints require.
 * @param name resource and action, such as `badges:read`
 * @param roles that grant it, in addition to `admin`
 */
export function scope(name: `${string}:${string}`, roles: readonly Exclude<Role, 'admin'>[]): Scope {
  return new Scope(name, ['admin', ...roles]);
}
