import type { Outcome } from '../../../test/support/malformed-oracle.js';
import type { Outcomes } from '../../../test/support/malformed-outcomes.js';

const TOO_MANY = { status: 429, error: 'Too many sign-in attempts. Please try again later.' };

/** Generated passwords are wrong. */
const wrongPassword = (): Outcome[] => [{ status: 403, error: 'Current password is wrong' }, TOO_MANY];

export default {
  'POST /admin/api/session': () => [{ status: 401, error: 'Invalid email or password' }, TOO_MANY],
  'PUT /admin/api/session/password': wrongPassword,
  'POST /admin/api/session/confirmation': () => [
    ...wrongPassword(),
    { status: 403, error: 'Code is wrong' },
    { status: 400, paths: ['password'] },
  ],
  'POST /admin/api/session/second-factor': wrongPassword,
  'POST /admin/api/session/second-factor/recovery-codes': wrongPassword,
  'POST /admin/api/session/second-factor/removal': wrongPassword,
  // The session has no second factor and sets none up.
  'POST /admin/api/session/second-factor/confirmation': () => [
    { status: 409, error: 'No second factor is being set up' },
  ],
  // A new password may be too easy to guess.
  'PUT /admin/api/users/:id/password': (_, declared) => [
    ...declared,
    ...(declared.some(({ status }) => status < 300) ? [{ status: 400, paths: ['password'] }] : []),
  ],
} satisfies Outcomes;
