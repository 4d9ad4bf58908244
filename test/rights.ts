import type { Rights } from './support/rights.js';

export default {
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
} satisfies Rights;
