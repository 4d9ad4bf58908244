// The router with the pages of all modules. The state of a page is in its address, for links, reload and "Back".
import { createRoute, createRouter } from '@tanstack/react-router';
import { type Contribution, insideRoute, type Pages, rootRoute } from '#libs/backoffice-ui/contribution.ts';
import { PageNotFound } from '#libs/backoffice-ui/not-found.tsx';
import { PageError, PagePending } from '#libs/backoffice-ui/page-states.tsx';
import { compose } from './compose';
import { Layout } from './layout';
import overview from './overview';

const modules = import.meta.glob<Contribution>('../../../libs/*/backoffice/index.tsx', {
  eager: true,
  import: 'default',
});
const contributions = [overview, ...Object.values(modules)];

/** All other addresses. */
const unknown = createRoute({
  getParentRoute: () => insideRoute,
  path: '$',
  staticData: { editor: true },
  component: PageNotFound,
});

insideRoute.update({ component: Layout });

const pages = contributions.flatMap(({ routes }) => routes);
const isInside = (page: (typeof pages)[number]) => page.options.getParentRoute() === insideRoute;

/** The types of the modules' pages come from {@link Pages}, because the results of a glob have none. */
type RouteTree = ReturnType<typeof rootRoute.addChildren<readonly Pages[keyof Pages][number][]>>;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...pages.filter((page) => !isInside(page)),
    insideRoute.addChildren([...pages.filter(isInside), unknown]),
  ]) as unknown as RouteTree,
  context: compose(contributions),
  basepath: '/admin',
  // Unknown search parameters are removed from the address.
  search: { strict: true },
  defaultErrorComponent: PageError,
  // Shows the pending state immediately.
  defaultPendingComponent: PagePending,
  defaultPendingMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
