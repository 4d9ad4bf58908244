// The search parameters of these pages.
import { pageSearch, present, type Raw, text } from '#libs/backoffice-ui/search-params.ts';

export const leaderboardSearch = (raw: Raw) => present({ ...pageSearch(raw), tag: text(raw.tag) });

/** The query of an export. */
export const ofTag = (tag: string | undefined) =>
  tag === undefined ? '' : `?${new URLSearchParams({ tag }).toString()}`;
