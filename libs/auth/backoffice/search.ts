// The search parameters of these pages.
import { flag, oneOf, ORDERS, pageSearch, present, text, type Raw } from '#libs/backoffice-ui/search-params.ts';

export const keysSearch = (raw: Raw) =>
  present({
    ...pageSearch(raw),
    search: text(raw.search),
    userId: text(raw.userId),
    state: oneOf(raw.state, ['ending', 'unused', 'disabled']),
    sort: oneOf(raw.sort, ['name', 'owner', 'createdAt', 'lastUsedAt', 'expiresAt']),
    order: oneOf(raw.order, ORDERS),
    create: flag(raw.create),
  });

export const usersSearch = (raw: Raw) =>
  present({
    ...pageSearch(raw),
    search: text(raw.search),
    role: oneOf(raw.role, ['admin', 'editor', 'application', 'player', 'viewer']),
    suspended: flag(raw.suspended),
    applicationId: text(raw.applicationId),
    tag: text(raw.tag),
    sort: oneOf(raw.sort, ['createdAt', 'displayName', 'email']),
    order: oneOf(raw.order, ORDERS),
  });

/** @param raw `invite`: whether the new user is to be invited to the backoffice */
export const newUserSearch = (raw: Raw) => present({ invite: flag(raw.invite) });
