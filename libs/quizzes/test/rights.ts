import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/quizzes': ['admin', 'application', 'player', 'viewer'],
  'POST /api/quizzes': ['admin'],
  'GET /api/quizzes/:id': ['admin', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/questions': ['admin', 'application', 'player', 'viewer'],
  'PUT /api/quizzes/:id': ['admin'],
  'DELETE /api/quizzes/:id': ['admin'],
  'GET /admin/api/quizzes': 'session',
  'POST /admin/api/quizzes': 'session',
  'GET /admin/api/quizzes/tags': 'session',
  'GET /admin/api/quizzes/:id': 'session',
  'PUT /admin/api/quizzes/:id': 'session',
  'DELETE /admin/api/quizzes/:id': 'session',
  'POST /admin/api/quizzes/:id/copies': 'session',
  'GET /admin/api/quizzes/:id/versions': 'session',
  'GET /admin/api/quizzes/:id/versions/:version': 'session',
  'PUT /admin/api/quizzes/:id/versions/:version/restoration': 'session',
  'GET /admin/api/quizzes/:id/export': 'session',
  'GET /admin/api/quizzes/export': 'session',
  'POST /admin/api/quizzes/question-reading': 'session',
} satisfies Rights;
