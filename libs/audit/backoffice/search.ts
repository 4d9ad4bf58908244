// The search parameters of these pages.
import { present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const auditSearch = (raw: Raw) =>
  present({
    actorId: text(raw.actorId),
    action: text(raw.action),
    // The page drops a kind that no module has.
    subjectKind: text(raw.subjectKind),
    subjectId: text(raw.subjectId),
    affectedUserId: text(raw.affectedUserId),
    affectedQuizId: text(raw.affectedQuizId),
    from: text(raw.from),
    to: text(raw.to),
  });
