import type { FastifyRequest } from 'fastify';

/** The path of the public API, `{base_url}`. */
export const BASE_PATH = '/api';

/** The path of the backoffice's HTTP interface. */
export const ADMIN_PATH = '/admin/api';

/** Whether a path, as the router sees it, is under a prefix. */
export function isUnder(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/**
 * Rewrites every request target so that the router accepts it. Otherwise the router would answer some before the rights are checked.
 * Removes the origin of the absolute form, and escapes the percent signs of a path that cannot be decoded.
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

/** The interface that a request is for: by its route or, without one, by its path. Undefined outside both interfaces. */
export function interfaceOf(request: FastifyRequest): 'api' | 'admin' | undefined {
  switch (request.routeOptions.config.access?.kind) {
    case 'scope':
    case 'key':
      return 'api';
    case 'session':
      return 'admin';
    case 'public':
      return undefined;
  }
  const path = decodedPath(request.url);
  if (isUnder(BASE_PATH, path)) return 'api';
  return isUnder(ADMIN_PATH, path) ? 'admin' : undefined;
}

/** The template of a request's route, such as `/api/quizzes/:id`; undefined if the path or the method is unknown. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url;
}
