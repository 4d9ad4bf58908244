import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

// A button is disabled before the browser dispatches the next click: a double click sends one write. By default the components
// would learn of the write by a timer, which can come after the second click.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection they fail and say so, instead of waiting for it unseen.
    mutations: { networkMode: 'always' },
    queries: {
      // What others change is seen as soon as somebody looks; a page that is opened again shows what it had, then what is new.
      staleTime: 0,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});
