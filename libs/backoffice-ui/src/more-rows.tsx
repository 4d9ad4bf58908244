import { Button, Group } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Failure } from './page-states';

/** Below the rows of a list: a button that loads further ones, or the error if rows could not be loaded. */
export function MoreRows({ query }: { query: UseInfiniteQueryResult<InfiniteData<unknown>> }) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  if (data === undefined) return null;
  if (error !== null) {
    return <Failure error={error} retry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())} />;
  }
  if (!hasNextPage) return null;
  return (
    <Group>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </Group>
  );
}
