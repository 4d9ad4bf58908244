import type { AuditSubject } from '#libs/audit';
import type { ApiKeyEntity } from './api-key.entity.js';

/** A key as the subject of an audit entry. Keys are often called by the names of their owners. */
export const keySubject = ({ id, name }: Pick<ApiKeyEntity, 'id' | 'name'>): AuditSubject => ({
  kind: 'key',
  id,
  name: 'API key',
  personalName: name,
});
