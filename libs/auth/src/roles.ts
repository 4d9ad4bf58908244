import type { Scope } from '#libs/http';

/** Roles and the scopes that each gives. A key acts with those of its user's current role. */
export const ROLES = {
  admin: ['quizzes:read', 'quizzes:write', 'attempts:read', 'attempts:write'],
  player: ['quizzes:read', 'attempts:read', 'attempts:write'],
  viewer: ['quizzes:read', 'attempts:read'],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Whether a role gives what an endpoint asks for: the scope, and the admin role where it asks for that too. */
export function roleAllows(role: Role, needed: { scope: Scope; admin: boolean }): boolean {
  const scopes: readonly Scope[] = ROLES[role];
  return scopes.includes(needed.scope) && (!needed.admin || role === 'admin');
}

/** What the keys of a user may do now: nothing while the user is suspended. */
export function scopesOf({ role, suspended }: { role: Role; suspended: boolean }): readonly Scope[] {
  return suspended ? [] : ROLES[role];
}
