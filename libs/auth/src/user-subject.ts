import type { AuditSubject } from '#libs/audit';
import type { User } from './user.dto.js';

/** A user as the subject of an audit entry. */
export const userSubject = ({ id }: Pick<User, 'id'>): AuditSubject => ({ kind: 'user', id });
