// What the addresses of these pages may carry.
import { present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const signInSearch = (raw: Raw) => present({ returnTo: text(raw.returnTo), error: text(raw.error) });
