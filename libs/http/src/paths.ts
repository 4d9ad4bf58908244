/** Where the public API is served: `{base_url}` below the site. */
export const BASE_PATH = '/api';

/** Where the HTTP interface of the backoffice is served. */
export const ADMIN_PATH = '/admin/api';

/** Whether a path, as the router sees it, lies under a prefix. */
export function isUnder(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/**
 * Makes every request target one that the router can take, so that none is answered before the rights are checked:
 * the absolute form loses its origin, and percent signs that encode nothing are taken literally.
 */
export function routablePath(target: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const local = target.slice(origin.length);
  const url = local.startsWith('/') ? local : `/${local}`;
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  return [isDecodable(path) ? path : path.replaceAll('%', '%25'), ...query].join('?');
}

/** The path of a request as the router reads it. */
export function decodedPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return path.includes('%') && isDecodable(path) ? decodeURI(path) : path;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
