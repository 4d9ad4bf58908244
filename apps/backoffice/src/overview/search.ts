// The search parameters of these pages.
import { present, type Raw } from '#libs/backoffice-ui/search-params.ts';

/** Days that the overview shows; 30 by default. */
export const overviewSearch = (raw: Raw) => present({ days: ([7, 90] as const).find((days) => days === raw.days) });
