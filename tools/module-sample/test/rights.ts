import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/certificates': ['admin', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/certificates': ['admin', 'application', 'player', 'viewer'],
  'GET /admin/api/quizzes/:id/certificates': 'session',
  'PUT /admin/api/quizzes/:id/certificates/:userId/revocation': 'session',
} satisfies Rights;
