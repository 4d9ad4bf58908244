import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/quizzes/:id/attempts': ['admin', 'player', 'viewer'],
  'POST /api/quizzes/:id/attempts': ['admin', 'player'],
  'GET /api/quizzes/:id/attempts/:attemptId': ['admin', 'player', 'viewer'],
  'GET /admin/api/activity': 'session',
  'GET /admin/api/quizzes/:id/attempts': 'session',
  'GET /admin/api/quizzes/:id/attempts/:attemptId': 'session',
  'PUT /admin/api/quizzes/:id/attempts/:attemptId/void': 'session',
  'DELETE /admin/api/quizzes/:id/attempts/:attemptId/void': 'session',
  'GET /admin/api/quizzes/:id/attempts/export': 'session',
  'GET /admin/api/quizzes/:id/grants/:userId': 'session',
  'PUT /admin/api/quizzes/:id/grants/:userId': 'session',
  'GET /admin/api/quizzes/:id/statistics': 'session',
} satisfies Rights;
