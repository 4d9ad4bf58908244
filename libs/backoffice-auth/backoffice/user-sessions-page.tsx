import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf, deletion } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkButton, UserLink } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { userOptions } from '#libs/backoffice-ui/users-data.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { describeBrowser } from './describe-browser';

type Session = components['schemas']['UserSession'];

const QUERY_KEY = ['user sessions'];

const COLUMNS: Column<Session>[] = [
  { head: 'User', role: 'name', cell: ({ userId, displayName }) => <UserLink id={userId} name={displayName} /> },
  {
    head: 'Browser',
    cell: ({ userAgent, isCurrent }) => (
      <Group gap="xs">
        <span>{describeBrowser(userAgent)}</span>
        {isCurrent && <Badge variant="outline">This session</Badge>}
      </Group>
    ),
  },
  { head: 'Address', cell: ({ address }) => <Code>{address}</Code> },
  { head: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { head: 'Action', cell: (session) => (session.isCurrent ? '–' : <EndSession session={session} />) },
];

/** Who is signed in to the backoffice, and buttons to end sessions. */
export function UserSessionsPage() {
  const { userId } = useSearch({ from: '/inside/users/sessions' });
  const sessions = useQuery({
    queryKey: [...QUERY_KEY, userId],
    queryFn: () => dataOf(api.GET('/users/sessions', { params: { query: userId === undefined ? {} : { userId } } })),
  });
  return (
    <Page
      title="Sessions"
      description={userId === undefined ? 'Who is signed in to the backoffice.' : <Owner userId={userId} />}
      actions={
        userId === undefined ? (
          <LinkButton to="/users" variant="default">
            To the users
          </LinkButton>
        ) : (
          <>
            <EndAll userId={userId} />
            <LinkButton to="/users/sessions" variant="default">
              Show all sessions
            </LinkButton>
          </>
        )
      }
    >
      <Text>“Last used” may be some minutes old. At most 100 sessions are listed, those that were used last.</Text>
      <DataTable
        caption="Sessions"
        columns={COLUMNS}
        query={{ ...sessions, isPlaceholderData: false }}
        rows={sessions.data?.sessions}
        keyOf={({ id }) => id}
        empty={<Empty title="There are no sessions" />}
      />
    </Page>
  );
}

function Owner({ userId }: { userId: string }) {
  const { data: user } = useQuery(userOptions(userId));
  return user === undefined ? '\u00a0' : <UserLink id={user.id} name={user.displayName} />;
}

function EndSession({ session: { userId, id, displayName, userAgent, address } }: { session: Session }) {
  const end = useEnd(
    () => api.DELETE('/users/{id}/sessions/{sessionId}', { params: { path: { id: userId, sessionId: id } } }),
    'The session has ended.',
  );
  return (
    <Stack gap="xs" align="start">
      <Button
        size="xs"
        variant="default"
        aria-label={`End session of ${displayName}: ${describeBrowser(userAgent)}, ${address}`}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        End session
      </Button>
      <WriteState write={end} failed="Not ended" />
    </Stack>
  );
}

/** Nothing for one's own: they are in the account. */
function EndAll({ userId }: { userId: string }) {
  const self = useSession().user.id;
  const end = useEnd(
    () => api.DELETE('/users/{id}/sessions', { params: { path: { id: userId } } }),
    'All sessions of the user have ended.',
  );
  if (userId === self) return null;
  return (
    <>
      <WriteState write={end} failed="Not ended" />
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        End all sessions
      </Button>
    </>
  );
}

function useEnd(request: () => Promise<unknown>, message: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => deletion(request()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
      notifications.show({ message });
      // The button that had the focus is gone.
      document.querySelector<HTMLElement>('h1')?.focus();
    },
  });
}
