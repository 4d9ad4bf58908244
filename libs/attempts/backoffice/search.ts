// The search parameters of these pages.
import { flag, oneOf, ORDERS, present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const newRegradeSearch = (raw: Raw) =>
  present({ version: position(raw.version), question: position(raw.question) });

function position(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined;
}

/** The filters and the order of the list; also those of the list that an attempt was opened from. */
export const attemptsSearch = (raw: Raw) =>
  present({
    userId: text(raw.userId),
    tag: text(raw.tag),
    passed: flag(raw.passed),
    timedOut: flag(raw.timedOut),
    voided: flag(raw.voided),
    from: text(raw.from),
    to: text(raw.to),
    sort: oneOf(raw.sort, ['completedAt', 'percentage', 'totalTimeMs']),
    order: oneOf(raw.order, ORDERS),
  });

export type AttemptsSearch = ReturnType<typeof attemptsSearch>;
