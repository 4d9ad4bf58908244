import type { Rights } from '../../../test/support/rights.js';

export default {
  'POST /admin/api/images': 'editor',
  'GET /images/:name': 'public',
} satisfies Rights;
