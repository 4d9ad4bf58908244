import { GLOBAL_STANDINGS, QUIZ_STANDINGS } from '../standings.js';

it('Ranking: reads a leaderboard forwards and backwards in the order of its index', () => {
  expect(QUIZ_STANDINGS.order).toBe('missed_basis_points, total_time_ms, completed_at, user_id');
  expect(QUIZ_STANDINGS.backwards).toBe(
    'missed_basis_points DESC, total_time_ms DESC, completed_at DESC, user_id DESC',
  );
});

it('Ranking: one comparison of indexed columns tells whether a row is before a position', () => {
  expect(QUIZ_STANDINGS.row('<', 'other')).toBe(
    '(missed_basis_points, total_time_ms, completed_at, user_id) < (other.key1, other.key2, to_timestamp(other.key3 / 1000.0), other.entry_id)',
  );
  expect(GLOBAL_STANDINGS.row('>=', 'other')).toContain(' >= (other.key1, other.key2, other.key3, other.entry_id)');
});

it('Ranking: suspended users are in no leaderboard', () => {
  expect([QUIZ_STANDINGS.isOf('$1'), GLOBAL_STANDINGS.isOf('$1')]).toEqual([
    'quiz_id = $1 AND NOT suspended',
    'NOT suspended',
  ]);
});
