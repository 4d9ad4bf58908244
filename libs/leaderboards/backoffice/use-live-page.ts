import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';

/** Milliseconds between two requests of a live page. */
const INTERVAL_MS = 5_000;

/** A query that refetches while the page is visible, until the user pauses it. */
export function useLivePage<Data>(queryKey: QueryKey, read: () => Promise<Data>) {
  const [isPaused, setPaused] = useState(false);
  const query = useQuery({
    queryKey,
    queryFn: read,
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? false : pollWhileFound(INTERVAL_MS),
    refetchOnWindowFocus: !isPaused,
    refetchOnReconnect: !isPaused,
  });
  return { query, isPaused, setPaused };
}
