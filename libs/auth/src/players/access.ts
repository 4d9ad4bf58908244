import { Scope } from '#libs/access';

// Administrators do not have them: players belong to the application that made them.
export const WRITE_PLAYERS = new Scope('players:write', ['application']);
/** For the header `X-Player`, with any operation. */
export const ACT_FOR_PLAYERS = new Scope('players:act', ['application']);
