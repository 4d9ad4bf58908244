import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApplicationLink } from '#libs/backoffice-ui/application-link.tsx';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { MoreRows } from '#libs/backoffice-ui/more-rows.tsx';
import { formatDuration, formatOf } from '#libs/backoffice-ui/numbers.ts';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { useIsAdministrator } from '#libs/backoffice-ui/session.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { EndStartDialog } from './end-start-dialog';
import { MoreTimeDialog } from './more-time-dialog';
import type { OpenStart } from './use-start-write';

const DIALOGS = { end: EndStartDialog, moreTime: MoreTimeDialog };

/** Who is taking a quiz. Nothing where nobody is, unless the quiz must be started. */
export function OpenStarts({ quizId }: { quizId: string }) {
  const mustBeStarted = useQuery(quizQuery(quizId)).data?.quiz.requireStart === true;
  const isAdministrator = useIsAdministrator();
  const [opened, setOpened] = useState<{ start: OpenStart; dialog: keyof typeof DIALOGS }>();
  const starts = useInfiniteQuery({
    queryKey: ['starts', quizId],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/quizzes/{id}/starts', {
          params: { path: { id: quizId }, query: pageParam === null ? {} : { cursor: pageParam } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: pollWhileFound(5_000),
  });
  const rows = starts.data?.pages.flatMap((page) => page.starts);
  const actions: Column<OpenStart> = {
    head: 'Actions',
    cell: (start) => <Actions start={start} onOpen={(dialog) => setOpened({ start, dialog })} />,
  };
  const Dialog = opened && DIALOGS[opened.dialog];
  const hasRows = rows !== undefined && rows.length > 0;
  // An open dialog stays, also when its start leaves the list.
  if (!mustBeStarted && !hasRows && opened === undefined) return null;
  return (
    <Stack component="section" aria-labelledby="open-starts" gap="xs">
      <Title order={2} size="h3" id="open-starts">
        In progress
      </Title>
      <DataTable
        caption="In progress"
        columns={isAdministrator ? [...COLUMNS, actions] : COLUMNS}
        query={starts}
        rows={rows}
        keyOf={({ id }) => id}
        empty={<Text c="dimmed">Nobody is taking this quiz at the moment.</Text>}
      />
      <MoreRows query={starts} />
      {opened !== undefined && Dialog !== undefined && (
        <Dialog quizId={quizId} start={opened.start} onClose={() => setOpened(undefined)} />
      )}
    </Stack>
  );
}

const COLUMNS: Column<OpenStart>[] = [
  {
    head: 'User',
    cell: ({ userId, displayName, userErased, applicationId }) => (
      <>
        <UserLink id={userId} name={displayName} isErased={userErased} />
        {applicationId !== null && (
          <Text size="xs" c="dimmed">
            by <ApplicationLink id={applicationId} />
          </Text>
        )}
      </>
    ),
  },
  { head: 'Started', cell: ({ startedAt }) => <Time at={startedAt} /> },
  { head: 'Ends', cell: ({ endsAt }) => (endsAt === null ? 'No\u00a0limit' : <Time at={endsAt} />) },
  { head: 'Time left', align: 'right', cell: ({ remainingMs }) => formatRemaining(remainingMs) },
  {
    head: 'Saved answers',
    align: 'right',
    cell: ({ savedAnswers, totalQuestions }) => formatOf(savedAnswers, totalQuestions),
  },
];

function formatRemaining(remainingMs: number | null): string {
  if (remainingMs === null) return '–';
  return remainingMs === 0 ? 'Time is up' : formatDuration(Math.ceil(remainingMs / 1000) * 1000);
}

function Actions({ start, onOpen }: { start: OpenStart; onOpen: (dialog: keyof typeof DIALOGS) => void }) {
  const { displayName, endsAt, remainingMs } = start;
  // Recorded within seconds.
  if (remainingMs === 0) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      {endsAt !== null && (
        <Button
          variant="default"
          size="xs"
          aria-label={`More time … for ${displayName}`}
          onClick={() => onOpen('moreTime')}
        >
          More time …
        </Button>
      )}
      <Button variant="default" size="xs" aria-label={`End now … for ${displayName}`} onClick={() => onOpen('end')}>
        End now …
      </Button>
    </Group>
  );
}
