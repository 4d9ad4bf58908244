/** The role may not do it: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const INSUFFICIENT_PRIVILEGE = '42501';
