import { createRoute } from '@tanstack/react-router';
import { BookOpenCheck, ChartColumn, Grid3x3 } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { gradebookSearch, gridSearch, statisticsSearch } from './search';

const statistics = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/statistics',
  validateSearch: statisticsSearch,
  component: lazyPage(() => import('./statistics-page'), 'StatisticsPage'),
  staticData: {
    editor: true,
    tab: {
      of: '/quizzes/$quizId',
      group: 'Results',
      label: 'Statistics',
      icon: ChartColumn,
      after: '/quizzes/$quizId/preview',
    },
  },
});

const answers = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/answers',
  validateSearch: gridSearch,
  component: lazyPage(() => import('./grid-page'), 'GridPage'),
  staticData: {
    editor: true,
    tab: {
      of: '/quizzes/$quizId',
      group: 'Results',
      label: 'Answers',
      icon: Grid3x3,
      after: '/quizzes/$quizId/statistics',
    },
  },
});

const gradebook = createRoute({
  getParentRoute: () => insideRoute,
  path: '/gradebook',
  validateSearch: gradebookSearch,
  component: lazyPage(() => import('./gradebook/gradebook-page'), 'GradebookPage'),
  staticData: { editor: true, menu: { label: 'Gradebook', icon: BookOpenCheck, after: '/leaderboard' } },
});

const routes = [statistics, answers, gradebook] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    statistics: typeof routes;
  }
}

export default { routes } satisfies Contribution;
