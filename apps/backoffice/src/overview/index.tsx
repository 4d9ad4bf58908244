import { createRoute } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { overviewSearch } from './search';

const overview = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyPage(() => import('./overview-page'), 'OverviewPage'),
  staticData: { editor: true, menu: { label: 'Overview', icon: ChartColumn } },
});

const routes = [overview] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    overview: typeof routes;
  }
}

export default { routes } satisfies Contribution;
