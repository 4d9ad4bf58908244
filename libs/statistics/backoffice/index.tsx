import { createRoute } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';

const statistics = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/statistics',
  component: lazyPage(() => import('./statistics-page'), 'StatisticsPage'),
  staticData: {
    tab: { of: '/quizzes/$quizId', label: 'Statistics', icon: ChartColumn, after: '/quizzes/$quizId/preview' },
  },
});

const routes = [statistics] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    statistics: typeof routes;
  }
}

export default { routes } satisfies Contribution;
