import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/certificates': ['admin', 'editor', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/certificates': ['admin', 'editor', 'application', 'player', 'viewer'],
  'GET /admin/api/quizzes/:id/certificates': 'editor',
  'PUT /admin/api/quizzes/:id/certificates/:userId/revocation': 'session',
} satisfies Rights;
