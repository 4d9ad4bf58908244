// What the addresses of these pages may carry.
import { oneOf, present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const auditSearch = (raw: Raw) =>
  present({
    actorId: text(raw.actorId),
    action: text(raw.action),
    subjectKind: oneOf(raw.subjectKind, ['key', 'user', 'quiz']),
    subjectId: text(raw.subjectId),
    from: text(raw.from),
    to: text(raw.to),
  });
