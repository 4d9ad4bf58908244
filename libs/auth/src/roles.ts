import { type Role, ROLES, type Scope } from '#libs/access';

/** Whether a role satisfies an endpoint: it grants the scope and, if the endpoint requires that too, it is the admin role. */
export function roleAllows(role: Role, needed: { scope: Scope; admin: boolean }): boolean {
  return needed.scope.isGivenBy(role) && (!needed.admin || role === 'admin');
}

/** Whether a role is above another one. */
export const isHigher = (role: Role, than: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(than);
