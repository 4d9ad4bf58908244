import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/quizzes': ['admin', 'editor', 'application', 'player', 'viewer'],
  'POST /api/quizzes': ['admin'],
  'GET /api/quizzes/:id': ['admin', 'editor', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/questions': ['admin', 'editor', 'application', 'player', 'viewer'],
  'PUT /api/quizzes/:id': ['admin'],
  'DELETE /api/quizzes/:id': ['admin'],
  'GET /admin/api/quizzes': 'editor',
  'POST /admin/api/quizzes': 'editor',
  'GET /admin/api/quizzes/tags': 'editor',
  'GET /admin/api/quizzes/:id': 'editor',
  'PUT /admin/api/quizzes/:id': 'editor',
  'DELETE /admin/api/quizzes/:id': 'editor',
  'POST /admin/api/quizzes/:id/copies': 'editor',
  'GET /admin/api/quizzes/:id/versions': 'editor',
  'GET /admin/api/quizzes/:id/versions/:version': 'editor',
  'PUT /admin/api/quizzes/:id/versions/:version/restoration': 'editor',
  'GET /admin/api/quizzes/:id/export': 'editor',
  'GET /admin/api/quizzes/export': 'editor',
  'POST /admin/api/quizzes/question-reading': 'editor',
} satisfies Rights;
