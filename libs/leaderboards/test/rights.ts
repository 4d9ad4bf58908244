import type { Rights } from '../../../test/support/rights.js';

export default {
  'GET /api/leaderboard': ['admin', 'application', 'player', 'viewer'],
  'GET /api/leaderboard/me': ['admin', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/leaderboard': ['admin', 'application', 'player', 'viewer'],
  'GET /api/quizzes/:id/leaderboard/me': ['admin', 'application', 'player', 'viewer'],
  'GET /admin/api/leaderboard': 'session',
  'GET /admin/api/leaderboard/export': 'session',
  'GET /admin/api/quizzes/:id/leaderboard': 'session',
  'GET /admin/api/quizzes/:id/leaderboard/export': 'session',
} satisfies Rights;
