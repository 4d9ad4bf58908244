// The pages of all modules with what stands around them. What a page shows is in its address, so that it can be linked to, reloaded and left by "Back".
import { createRoute, createRouter } from '@tanstack/react-router';
import { type Contribution, insideRoute, type Pages, rootRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { PageError, PagePending } from '#libs/backoffice-ui/page-states.tsx';
import { compose } from './compose';
import overview from './overview';

const modules = import.meta.glob<Contribution>('../../../libs/*/backoffice/index.tsx', {
  eager: true,
  import: 'default',
});
const contributions = [overview, ...Object.values(modules)];

/** Every other address. */
const unknown = createRoute({
  getParentRoute: () => insideRoute,
  path: '$',
  component: lazyPage(() => import('#libs/backoffice-ui/not-found.tsx'), 'PageNotFound'),
});

insideRoute.update({ component: lazyPage(() => import('./layout'), 'Layout') });

const pages = contributions.flatMap(({ routes }) => routes);
const isInside = (page: (typeof pages)[number]) => page.options.getParentRoute() === insideRoute;

/** The types know the modules' pages from {@link Pages}: what a glob finds has none. */
type RouteTree = ReturnType<typeof rootRoute.addChildren<readonly Pages[keyof Pages][number][]>>;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...pages.filter((page) => !isInside(page)),
    insideRoute.addChildren([...pages.filter(isInside), unknown]),
  ]) as unknown as RouteTree,
  context: compose(contributions),
  basepath: '/admin',
  // What no page understands is taken out of the address.
  search: { strict: true },
  defaultErrorComponent: PageError,
  // A click is answered at once, whatever its page waits for.
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
