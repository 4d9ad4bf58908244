import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

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
