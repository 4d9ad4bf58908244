import { createRoute } from '@tanstack/react-router';
import { Trophy } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { leaderboardSearch } from './search';

const leaderboard = createRoute({
  getParentRoute: () => insideRoute,
  path: '/leaderboard',
  validateSearch: leaderboardSearch,
  component: lazyPage(() => import('./leaderboard-page'), 'LeaderboardPage'),
  staticData: { editor: true, menu: { label: 'Leaderboard', icon: Trophy, after: '/quizzes' } },
});

const quizLeaderboard = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/leaderboard',
  validateSearch: leaderboardSearch,
  component: lazyPage(() => import('./quiz-leaderboard-page'), 'QuizLeaderboardPage'),
  staticData: {
    editor: true,
    tab: {
      of: '/quizzes/$quizId',
      group: 'Results',
      label: 'Leaderboard',
      icon: Trophy,
      after: '/quizzes/$quizId/attempts',
    },
  },
});

const routes = [leaderboard, quizLeaderboard] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    leaderboards: typeof routes;
  }
}

export default { routes } satisfies Contribution;
