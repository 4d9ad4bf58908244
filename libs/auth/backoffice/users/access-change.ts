import type { Role, Roles } from '#libs/backoffice-ui/users-data.ts';

/** A user's rights depend on these two fields. */
export interface Access {
  role: Role;
  suspended: boolean;
}

/** The scopes that the keys of a user gain and lose when the user's access changes. A suspended user's keys have none. */
export function scopeChange(before: Access, after: Access, roles: Roles): { gained: string[]; lost: string[] } {
  const had = scopesOf(before, roles);
  const has = scopesOf(after, roles);
  return { gained: has.filter((scope) => !had.includes(scope)), lost: had.filter((scope) => !has.includes(scope)) };
}

export const scopesOf = ({ role, suspended }: Access, roles: Roles): string[] => (suspended ? [] : roles[role]);

/** Only administrators can sign in to the backoffice. */
export const maySignIn = ({ role, suspended }: Access): boolean => role === 'admin' && !suspended;
