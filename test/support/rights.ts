// The expected rights to each route, from `rights.ts` beside the tests of each module.
import { type Role, ROLES } from '#libs/access';

/**
 * The roles whose API keys may use a route; `key` if it needs no scope. Routes of the backoffice need a session: `session` that of an administrator, `confirmed`
 * of one who has just confirmed who they are, `editor` that of an administrator or an editor, `enrolling` also one that has to set up a second factor first.
 */
export type Right = readonly Role[] | 'key' | 'session' | 'editor' | 'enrolling' | 'confirmed' | 'public';

/** The rights of a module's routes, such as `'GET /api/badges': ['admin', 'player']`. */
export type Rights = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Right>;

export interface ExpectedRight {
  right: Right;
  /** Such as `libs/badges/test/rights.ts`. */
  file: string;
}

/** @throws Error that names a route of which two files say who may use it */
export function rightsByRoute(files: readonly [file: string, rights: Rights][]): Map<string, ExpectedRight> {
  const all = new Map<string, ExpectedRight>();
  for (const [file, rights] of files) {
    for (const [route, right] of Object.entries(rights)) {
      const other = all.get(route);
      if (other !== undefined) {
        throw new Error(
          `${other.file} and ${file} both have ${route}. Keep the line in the folder of the module that has the route`,
        );
      }
      all.set(route, { right, file });
    }
  }
  return all;
}

/** The expected rights of all modules, by route. */
export const RIGHTS: ReadonlyMap<string, ExpectedRight> = rightsByRoute(
  Object.entries(
    import.meta.glob<Rights>(['/test/rights.ts', '/libs/*/test/rights.ts'], { eager: true, import: 'default' }),
  ),
);

/** The routes of the public API with the roles that may use them. */
export const API_RIGHTS = new Map(
  [...RIGHTS].flatMap(([route, { right }]): [string, readonly Role[]][] => {
    if (right === 'key') return [[route, ROLES]];
    return typeof right === 'string' ? [] : [[route, right]];
  }),
);
