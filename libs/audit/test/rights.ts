import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /admin/api/audit': 'session',
  'GET /admin/api/audit/export': 'session',
} satisfies Rights;
