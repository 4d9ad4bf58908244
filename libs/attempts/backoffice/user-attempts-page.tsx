import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { MoreRows } from '#libs/backoffice-ui/more-rows.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { UserPage } from '#libs/backoffice-ui/user-page.tsx';
import { resultColumns } from './attempt-columns';
import { AttemptTotal } from './attempt-total';

type Attempt = components['schemas']['UserAttempt'];

const COLUMNS: Column<Attempt>[] = [
  {
    head: 'Completed',
    opensRow: true,
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
          params: { path: { id: userId }, query: pageParam === null ? {} : { cursor: pageParam } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <UserPage userId={userId} title="Attempts">
      <Group justify="space-between">
        <AttemptTotal query={attempts} />
        <Button
          component="a"
          href={`/admin/api/users/${encodeURIComponent(userId)}/attempts/export`}
          // If it fails, the page stays.
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      </Group>
      <DataTable
        caption="Attempts of the user"
        columns={COLUMNS}
        query={attempts}
        rows={attempts.data?.pages.flatMap((page) => page.attempts)}
        keyOf={({ attemptId }) => attemptId}
        empty={<Empty title="The user has no attempts" />}
      />
      <MoreRows query={attempts} />
    </UserPage>
  );
}
