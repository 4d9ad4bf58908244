import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { PurgeQuiz } from './purge-quiz';
import { restoreQuiz } from './quiz-data';

type DeletedQuiz = components['schemas']['DeletedQuiz'];

/** How often the page is refreshed while a quiz is being restored, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Deleted quizzes: each can be restored, or deleted for good. */
export function TrashPage() {
  const search = useSearch({ from: '/inside/quizzes/trash' });
  const quizzes = useQuery({
    queryKey: ['quizzes', 'list', 'deleted', search],
    queryFn: () => dataOf(api.GET('/deleted-quizzes', { params: { query: search } })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.quizzes.some(({ isRestoring }) => isRestoring) === true && pollWhileFound(INTERVAL_MS)(query),
  });
  return (
    <Page
      title="Trash"
      breadcrumbs={
        <nav aria-label="Breadcrumb">
          <LinkAnchor to="/quizzes" fz="sm">
            Quizzes
          </LinkAnchor>
        </nav>
      }
      description="Quizzes that were deleted in the last 30 days. They can be restored with their attempts."
    >
      <DataTable
        caption="Deleted quizzes"
        columns={COLUMNS}
        query={quizzes}
        rows={quizzes.data?.quizzes}
        keyOf={({ id }) => id}
        empty={<Empty title="The trash is empty" />}
      />
      <Pager query={quizzes} />
    </Page>
  );
}

const COLUMNS: Column<DeletedQuiz>[] = [
  { head: 'Title', role: 'name', cell: ({ title }) => <bdi>{title}</bdi> },
  { head: 'Attempts', align: 'right', cell: ({ deleted }) => formatNumber(deleted.attempts ?? 0) },
  { head: 'Deleted', cell: ({ deletedAt }) => <Time at={deletedAt} /> },
  { head: 'By', cell: ({ deletedByName }) => <bdi>{deletedByName ?? '–'}</bdi> },
  { head: 'Kept until', cell: ({ expiresAt }) => <Time at={expiresAt} dayOnly /> },
  { head: 'Actions', cell: (quiz) => (quiz.isRestoring ? 'Being restored …' : <Actions quiz={quiz} />) },
];

function Actions({ quiz }: { quiz: DeletedQuiz }) {
  const queryClient = useQueryClient();
  const [isPurging, setIsPurging] = useState(false);
  const restoration = useMutation({
    mutationFn: () => restoreQuiz(quiz.id),
    onSuccess: ({ isRestoring }) => {
      notifications.show({
        message: isRestoring ? (
          <Text size="sm">
            <bdi>{quiz.title}</bdi> is being restored: it has many attempts
          </Text>
        ) : (
          <Text size="sm">
            <LinkAnchor to="/quizzes/$quizId" params={{ quizId: quiz.id }}>
              <bdi>{quiz.title}</bdi>
            </LinkAnchor>{' '}
            is restored
          </Text>
        ),
      });
    },
    onError: ({ message }) => notifications.show({ color: 'red', title: 'Not restored', message }),
    // The caches of pages that failed with 404, and the leaderboards, are outdated too.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Group gap="xs" wrap="nowrap" display="inline-flex">
      <Button
        variant="default"
        size="xs"
        leftSection={<Undo2 size={16} aria-hidden />}
        loading={restoration.isPending}
        onClick={() => restoration.mutate()}
      >
        Restore
      </Button>
      <ForAdministrators>
        <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={() => setIsPurging(true)}>
          Delete for good …
        </Button>
      </ForAdministrators>
      {isPurging && <PurgeQuiz quiz={quiz} onClose={() => setIsPurging(false)} />}
    </Group>
  );
}
