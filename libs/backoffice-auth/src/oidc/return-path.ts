import { ADMIN_PATH, isUnder } from '#libs/http';

/**
 * The path of a page of the backoffice as a browser resolves it, with query and fragment; undefined for another host, or another
 * part of this one.
 */
export function pagePathOf(value: unknown): string | undefined {
  const site = 'http://site.invalid';
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, site)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, site);
  const isPage = origin === site && isUnder('/admin', pathname) && !isUnder(ADMIN_PATH, pathname);
  return isPage ? `${pathname}${search}${hash}` : undefined;
}
