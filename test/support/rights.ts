// The expected rights to each route, from `rights.ts` beside the tests of each module.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '#libs/http';

/**
 * The roles whose API keys may use a route. Routes of the backoffice need a session: `enrolling` also one that has to set up a second
 * factor first.
 */
export type Right = readonly Role[] | 'session' | 'enrolling' | 'public';

/** The rights of a module's routes, such as `'GET /api/badges': ['admin', 'player']`. */
export type Rights = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Right>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ExpectedRight {
  right: Right;
  /** Such as `libs/badges/test/rights.ts`. */
  file: string;
}

const files = [...readdirSync(join(ROOT, 'libs')).map((lib) => `libs/${lib}/test`), 'test'].filter((folder) =>
  names(folder).includes('rights.ts'),
);

function names(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder));
  } catch {
    return [];
  }
}

/** @throws Error that names a route of which two files say who may use it */
export function rightsByRoute(files: readonly { file: string; rights: Rights }[]): Map<string, ExpectedRight> {
  const all = new Map<string, ExpectedRight>();
  for (const { file, rights } of files) {
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
  files.map((folder) => {
    const file = `${folder}/rights.ts`;
    // Needed while tests are collected, so that it cannot be awaited.
    // oxlint-disable-next-line typescript/no-require-imports
    return { file, rights: (require(join(ROOT, file)) as { default: Rights }).default };
  }),
);

/** The routes of the public API with the roles that may use them. */
export const API_RIGHTS = new Map(
  [...RIGHTS].flatMap(([route, { right }]) => (typeof right === 'string' ? [] : [[route, right] as const])),
);
