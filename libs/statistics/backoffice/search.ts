// The search parameters of the page.
import { oneOf, ORDERS, present, type Raw, text } from '#libs/backoffice-ui/search-params.ts';
import { SORTS } from './sort-questions';

export const PER_USER = ['all', 'first', 'best'] as const;

/** Which attempts the statistics are about. */
export interface Filters {
  attempts?: (typeof PER_USER)[number];
  version?: number;
  /** Of users. */
  tag?: string;
  /** ISO, included. */
  from?: string;
  /** ISO, excluded. */
  to?: string;
}

export const statisticsSearch = (raw: Raw) =>
  present({
    attempts: oneOf(raw.attempts, PER_USER),
    version: version(raw.version),
    tag: text(raw.tag),
    from: text(raw.from),
    to: text(raw.to),
    sort: oneOf(raw.sort, SORTS),
    order: oneOf(raw.order, ORDERS),
  });

/** Which attempt of each user the grid of answers shows. */
export const ONE_PER_USER = ['best', 'first', 'last'] as const;

export const gridSearch = (raw: Raw) => present({ attempts: oneOf(raw.attempts, ONE_PER_USER), tag: text(raw.tag) });

function version(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
