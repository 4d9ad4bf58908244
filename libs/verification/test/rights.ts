import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /admin/api/consistency-checks': 'session',
} satisfies Rights;
