// The search parameters of these pages.
import { present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const signInSearch = (raw: Raw) => present({ returnTo: text(raw.returnTo), error: text(raw.error) });

export const userSessionsSearch = (raw: Raw) => present({ userId: text(raw.userId) });
