// What the addresses of these pages may carry.
import { present, type Raw } from '#libs/backoffice-ui/search-params.ts';

/** Days that the overview shows; without them, 30. */
export const overviewSearch = (raw: Raw) => present({ days: ([7, 90] as const).find((days) => days === raw.days) });
