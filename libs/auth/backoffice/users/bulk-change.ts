import type { User } from '#libs/backoffice-ui/users-data.ts';
import { type Access, isLowered, isRaised } from './access-change';

/** What is changed of several users: their role, or their suspension. */
export type Kind = 'role' | 'suspend' | 'restore';

/** What a change of several users does. */
export interface BulkChange {
  /** Those who differ afterwards. */
  changing: User[];
  /** Those of them whose keys get other rights. The keys of suspended users have none. */
  keyOwners: User[];
  /** Those of them whose sessions in the backoffice end, because they may do less there or nothing. */
  losing: User[];
  /** Those of them who may do more in the backoffice, as they are afterwards. */
  gaining: User[];
}

/** @param changes the same for all users; missing fields stay as they are */
export function bulkChangeOf(users: User[], changes: Partial<Access>): BulkChange {
  const changing = users.filter((user) =>
    Object.entries(changes).some(([field, value]) => user[field as keyof Access] !== value),
  );
  const after = (user: User): User => ({ ...user, ...changes });
  return {
    changing,
    keyOwners: changing.filter((user) => !user.suspended || !after(user).suspended),
    losing: changing.filter((user) => isLowered(user, after(user))),
    gaining: changing.filter((user) => isRaised(user, after(user))).map(after),
  };
}

/** `1 user`, `2 users` */
export const countOf = (count: number) => (count === 1 ? '1 user' : `${count.toLocaleString()} users`);
