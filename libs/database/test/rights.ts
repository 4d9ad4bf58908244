import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /admin/api/background-tasks': 'session',
} satisfies Rights;
