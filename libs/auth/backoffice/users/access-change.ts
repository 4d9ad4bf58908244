import { hasBackoffice, type Role, type Roles } from '#libs/backoffice-ui/users-data.ts';

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

/** What a user may do in the backoffice: everything, or edit quizzes and see results; undefined for nothing. */
export const backofficeRole = ({ role, suspended }: Access): 'admin' | 'editor' | undefined =>
  !suspended && hasBackoffice(role) ? role : undefined;

/** Whether a change takes rights in the backoffice away. */
export const isLowered = (before: Access, after: Access): boolean => levelOf(after) < levelOf(before);

/** Whether a change gives rights in the backoffice. */
export const isRaised = (before: Access, after: Access): boolean => levelOf(after) > levelOf(before);

const levelOf = (access: Access) => [undefined, 'editor', 'admin'].indexOf(backofficeRole(access));

/** Completes “can sign in to the backoffice, and …”. */
export const MAY = { admin: 'manage all users, keys and quizzes', editor: 'edit quizzes and see results' };
