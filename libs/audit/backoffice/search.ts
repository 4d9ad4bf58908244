// The search parameters of these pages.
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

/** A kind of subjects that a module declares with `@AuditSubjects`. */
export type SubjectKind = components['schemas']['AuditEntrySubject']['kind'];

export const auditSearch = (raw: Raw) =>
  present({
    actorId: text(raw.actorId),
    action: text(raw.action),
    // The page drops a kind that no module has.
    subjectKind: text(raw.subjectKind) as SubjectKind | undefined,
    subjectId: text(raw.subjectId),
    affectedUserId: text(raw.affectedUserId),
    from: text(raw.from),
    to: text(raw.to),
  });
