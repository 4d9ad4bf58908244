// The search parameters of the page.
import { oneOf, ORDERS, pageSearch, present, type Raw, text } from '#libs/backoffice-ui/search-params.ts';
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

export const ATTEMPT_LABELS = { best: 'Best of each user', first: 'First of each user', last: 'Last of each user' };

const IDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/;

export const gradebookSearch = (raw: Raw) => {
  const quizIds = text(raw.quizIds);
  return present({
    ...pageSearch(raw),
    attempts: oneOf(raw.attempts, ONE_PER_USER),
    tag: text(raw.tag),
    role: oneOf(raw.role, ['admin', 'editor', 'application', 'player', 'viewer']),
    applicationId: text(raw.applicationId),
    quizIds: quizIds !== undefined && IDS.test(quizIds) ? quizIds : undefined,
    quizTag: text(raw.quizTag),
    from: text(raw.from),
    to: text(raw.to),
  });
};

export const gridSearch = (raw: Raw) => present({ attempts: oneOf(raw.attempts, ONE_PER_USER), tag: text(raw.tag) });

function version(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
