// Who may use which route: what people have written down in `rights.ts` beside the tests of each module.
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

/** The expected rights of all modules, by route. */
export const RIGHTS: ReadonlyMap<string, ExpectedRight> = new Map(
  files.flatMap((folder) => {
    const file = `${folder}/rights.ts`;
    // Needed while tests are collected, so that it cannot be awaited.
    // oxlint-disable-next-line typescript/no-require-imports
    const { default: rights } = require(join(ROOT, file)) as { default: Rights };
    return Object.entries(rights).map(([route, right]) => [route, { right, file }] as const);
  }),
);

/** The routes of the public API with the roles that may use them. */
export const API_RIGHTS = new Map(
  [...RIGHTS].flatMap(([route, { right }]) => (typeof right === 'string' ? [] : [[route, right] as const])),
);
