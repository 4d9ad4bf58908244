import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /admin/api/failed-sign-ins': 'session',
  'GET /admin/api/session': 'enrolling',
  'POST /admin/api/session': 'public',
  'DELETE /admin/api/session': 'enrolling',
  'GET /admin/api/session/methods': 'public',
  'GET /admin/api/session/oidc': 'public',
  'GET /admin/api/session/oidc/callback': 'public',
  'PUT /admin/api/session/password': 'session',
  'GET /admin/api/session/second-factor': 'enrolling',
  'POST /admin/api/session/second-factor': 'enrolling',
  'POST /admin/api/session/second-factor/confirmation': 'enrolling',
  'POST /admin/api/session/second-factor/recovery-codes': 'session',
  'POST /admin/api/session/second-factor/removal': 'session',
  'GET /admin/api/sessions': 'session',
  'DELETE /admin/api/sessions': 'session',
  'DELETE /admin/api/sessions/:id': 'session',
  'DELETE /admin/api/sessions/others': 'session',
  'PUT /admin/api/users/:id/password': 'session',
  'GET /admin/api/users/:id/second-factor': 'session',
  'DELETE /admin/api/users/:id/second-factor': 'session',
} satisfies Rights;
