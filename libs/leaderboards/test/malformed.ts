import type { Outcomes } from '../../../test/support/malformed-outcomes.js';

const NO_ENTRY = { status: 404, error: 'No entry in this leaderboard' };

export default {
  // A caller may have no entry in the leaderboard of a quiz that exists.
  'GET /api/quizzes/:id/leaderboard/me': (_, declared) => {
    const isMissing = declared.every(({ status }) => status !== 200);
    const others = declared.filter(({ error }) => error !== NO_ENTRY.error);
    return isMissing ? others : [...others, NO_ENTRY];
  },
} satisfies Outcomes;
