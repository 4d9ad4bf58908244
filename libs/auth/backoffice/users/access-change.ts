import type { Role, Roles } from '#libs/backoffice-ui/users-data.ts';

/** What a user may do depends on these two. */
export interface Access {
  role: Role;
  suspended: boolean;
}

/** What the keys of a user gain and lose when their access changes. A suspended user's keys may nothing. */
export function scopeChange(before: Access, after: Access, roles: Roles): { gained: string[]; lost: string[] } {
  const had = scopesOf(before, roles);
  const has = scopesOf(after, roles);
  return { gained: has.filter((scope) => !had.includes(scope)), lost: had.filter((scope) => !has.includes(scope)) };
}

export const scopesOf = ({ role, suspended }: Access, roles: Roles): string[] => (suspended ? [] : roles[role]);

/** Only administrators work in the backoffice. */
export const maySignIn = ({ role, suspended }: Access): boolean => role === 'admin' && !suspended;
