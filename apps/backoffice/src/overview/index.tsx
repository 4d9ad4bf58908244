import { createRoute } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { queryClient } from '../query-client';
import { activityOf } from './activity-section';
import { OverviewPage } from './overview-page';
import { overviewSearch } from './search';

const overview = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  validateSearch: overviewSearch,
  // Not loaded later: it is the first page of most visits, and each further request costs the latency of the network.
  component: OverviewPage,
  // A browser sends six requests at a time over HTTP/1.1: these figures go before what may need attention. Their section shows an error.
  beforeLoad: ({ search: { days } }) => void queryClient.query(activityOf(days)).catch(() => undefined),
  staticData: { editor: true, menu: { label: 'Overview', icon: ChartColumn } },
});

const routes = [overview] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    overview: typeof routes;
  }
}

export default { routes } satisfies Contribution;
