import { hasBackoffice } from '#libs/access';
import type { User } from '#libs/auth';

/** Whether a user may use the backoffice. */
export function mayUseBackoffice({ role, suspended }: Pick<User, 'role' | 'suspended'>): boolean {
  return hasBackoffice(role) && !suspended;
}
