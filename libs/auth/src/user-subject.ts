import type { AuditSubject } from '#libs/audit';
import type { User } from './user.dto.js';

/** A user as the subject of an audit entry. */
export function userSubject({ id, displayName }: Pick<User, 'id' | 'displayName'>): AuditSubject {
  return { kind: 'user', id, name: displayName };
}
