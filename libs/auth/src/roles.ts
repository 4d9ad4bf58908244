import type { Role, Scope } from '#libs/http';

/** Whether a role gives what an endpoint asks for: the scope, and the admin role where it asks for that too. */
export function roleAllows(role: Role, needed: { scope: Scope; admin: boolean }): boolean {
  return needed.scope.isGivenBy(role) && (!needed.admin || role === 'admin');
}
