import type { User } from '#libs/auth';

/** Whether a user may use the backoffice. */
export function isActiveAdministrator({ role, suspended }: Pick<User, 'role' | 'suspended'>): boolean {
  return role === 'admin' && !suspended;
}
