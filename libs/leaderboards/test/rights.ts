import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/leaderboard': ['admin', 'editor', 'application', 'player', 'viewer'],
  'GET /api/leaderboard/me': ['admin', 'editor', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/leaderboard': ['admin', 'editor', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/leaderboard/me': ['admin', 'editor', 'application', 'player', 'viewer'],
  'GET /admin/api/leaderboard': 'editor',
  'GET /admin/api/leaderboard/export': 'editor',
  'GET /admin/api/quizzes/:id/leaderboard': 'editor',
  'GET /admin/api/quizzes/:id/leaderboard/export': 'editor',
} satisfies Rights;
