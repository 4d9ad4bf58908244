import { type ApiError, isNotFound } from './api-error';

/** A `refetchInterval` that ends once what is fetched is gone. @param intervalMs in milliseconds */
export const pollWhileFound =
  (intervalMs: number) =>
  ({ state: { error } }: { state: { error: ApiError | null } }): number | false =>
    isNotFound(error) ? false : intervalMs;
