import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

// Disables a button before the browser dispatches the next click, so that a double click sends one write. By default a timer
// tells components of the write, and may fire after the second click.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a write fails visibly instead of waiting.
    mutations: { networkMode: 'always' },
    queries: {
      // Data is refetched when a page opens or gets the focus, and shown from the cache until then.
      staleTime: 0,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});
