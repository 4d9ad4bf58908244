import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { Empty, Failure } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { UserPage } from '#libs/backoffice-ui/user-page.tsx';
import { resultColumns } from './attempt-columns';

type Attempt = components['schemas']['UserAttempt'];

const COLUMNS: Column<Attempt>[] = [
  {
    head: 'Completed',
    cell: ({ quizId, attemptId, completedAt, quizTitle }) =>
      quizTitle === null ? (
        <Time at={completedAt} />
      ) : (
        <LinkAnchor to="/quizzes/$quizId/attempts/$attemptId" params={{ quizId, attemptId }}>
          <Time at={completedAt} />
        </LinkAnchor>
      ),
  },
  {
    head: 'Quiz',
    cell: ({ quizId, quizTitle }) =>
      quizTitle === null ? (
        'Deleted quiz'
      ) : (
        <LinkAnchor to="/quizzes/$quizId" params={{ quizId }}>
          <bdi>{quizTitle}</bdi>
        </LinkAnchor>
      ),
  },
  ...resultColumns,
];

/** The attempts of a user at all quizzes, newest first. */
export function UserAttemptsPage() {
  const { userId } = useParams({ from: '/inside/users/$userId/attempts' });
  const attempts = useInfiniteQuery({
    queryKey: ['attempts', 'of user', userId],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/users/{id}/attempts', {
          params: { path: { id: userId }, query: pageParam === null ? {} : { after: pageParam } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const rows = attempts.data?.pages.flatMap((page) => page.attempts);
  return (
    <UserPage userId={userId} title="Attempts">
      <DataTable
        caption="Attempts of the user"
        columns={COLUMNS}
        query={attempts}
        rows={rows}
        keyOf={({ attemptId }) => attemptId}
        empty={<Empty title="The user has no attempts" />}
      />
      {attempts.isError && rows !== undefined && (
        <Failure
          error={attempts.error}
          retry={() => void (attempts.isFetchNextPageError ? attempts.fetchNextPage() : attempts.refetch())}
        />
      )}
      {attempts.hasNextPage && !attempts.isFetchNextPageError && (
        <Group>
          <Button variant="default" loading={attempts.isFetchingNextPage} onClick={() => void attempts.fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </UserPage>
  );
}
