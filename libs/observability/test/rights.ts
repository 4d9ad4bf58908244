import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /metrics': 'public',
} satisfies Rights;
