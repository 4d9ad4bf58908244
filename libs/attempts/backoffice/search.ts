// The search parameters of these pages.
import { flag, present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const attemptsSearch = (raw: Raw) =>
  present({
    userId: text(raw.userId),
    passed: flag(raw.passed),
    timedOut: flag(raw.timedOut),
    from: text(raw.from),
    to: text(raw.to),
  });
