// Leaderboards: what other modules may use.
export { LeaderboardsModule } from './leaderboards.module.js';
