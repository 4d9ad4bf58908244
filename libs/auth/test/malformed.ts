import type { Outcomes } from '../../../test/support/malformed-outcomes.js';
import { PLACEHOLDERS } from '../../../test/support/malformed-placeholders.js';

export default {
  // A password may be too easy to guess.
  'POST /admin/api/users': ({ body }, declared) => [
    ...declared,
    ...((body as { password?: unknown }).password === undefined ? [] : [{ status: 400, paths: ['password'] }]),
  ],
  'POST /admin/api/keys': ({ body }, declared) =>
    (body as { userId: string }).userId === PLACEHOLDERS.userId
      ? declared
      : [{ status: 400, paths: ['userId'] }, ...declared.filter(({ status }) => status >= 400)],
} satisfies Outcomes;
