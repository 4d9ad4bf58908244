import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/me': 'key',
  'GET /admin/api/key-usage': 'session',
  'GET /admin/api/keys': 'session',
  'POST /admin/api/keys': 'confirmed',
  'GET /admin/api/keys/:id': 'session',
  'GET /admin/api/keys/:id/usage': 'session',
  'POST /admin/api/keys/:id/rotation': 'confirmed',
  'PATCH /admin/api/keys/:id': 'confirmed',
  'DELETE /admin/api/keys/:id': 'session',
  'GET /admin/api/roles': 'session',
  'GET /admin/api/users': 'session',
  'POST /admin/api/users': 'session',
  'PATCH /admin/api/users': 'session',
  'POST /admin/api/users/file-reading': 'session',
  'GET /admin/api/users/:id': 'session',
  'PATCH /admin/api/users/:id': 'session',
} satisfies Rights;
