import type { Outcomes } from '../../../test/support/malformed-outcomes.js';
import { PLACEHOLDERS } from '../../../test/support/malformed-placeholders.js';

export default {
  // A password may be too easy to guess.
  'POST /admin/api/users': ({ body }, declared) => [
    ...declared,
    ...((body as { password?: unknown }).password === undefined ? [] : [{ status: 400, paths: ['password'] }]),
  ],
  'PATCH /admin/api/users': ({ body }, declared) => {
    const unknown = (body as { users: { id: string }[] }).users.flatMap(({ id }, index) =>
      id === PLACEHOLDERS.userId ? [] : [`users[${index}].id`],
    );
    return unknown.length === 0 ? declared : [{ status: 400, paths: unknown }];
  },
  // The schema does not say that a text or a file is needed.
  'POST /admin/api/users/file-reading': (_, declared) => [
    ...declared,
    { status: 400, paths: ['text'] },
    { status: 422 },
  ],
  'POST /admin/api/keys': ({ body }, declared) =>
    (body as { userId: string }).userId === PLACEHOLDERS.userId
      ? declared
      : [{ status: 400, paths: ['userId'] }, ...declared.filter(({ status }) => status >= 400)],
} satisfies Outcomes;
