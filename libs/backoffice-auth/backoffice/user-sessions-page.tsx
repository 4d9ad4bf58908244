import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkButton, UserLink } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { userOptions } from '#libs/backoffice-ui/users-data.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { EndSession, sessionColumns, SESSIONS, useEnd } from './session-table';

type Session = components['schemas']['UserSession'];

const COLUMNS: Column<Session>[] = [
  { head: 'User', role: 'name', cell: ({ userId, displayName }) => <UserLink id={userId} name={displayName} /> },
  ...sessionColumns<Session>((session) => (
    <EndSession
      session={session}
      label={`End session of ${session.displayName}`}
      request={() =>
        api.DELETE('/users/{id}/sessions/{sessionId}', {
          params: { path: { id: session.userId, sessionId: session.id } },
        })
      }
      heading="h1"
    />
  )),
];

/** Who is signed in to the backoffice, and buttons to end sessions. */
export function UserSessionsPage() {
  const { userId } = useSearch({ from: '/inside/users/sessions' });
  const sessions = useQuery({
    queryKey: [...SESSIONS, 'of users', userId],
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

/** Nothing for one's own: they are in the account. */
function EndAll({ userId }: { userId: string }) {
  const self = useSession().user.id;
  const end = useEnd(
    () => api.DELETE('/users/{id}/sessions', { params: { path: { id: userId } } }),
    'All sessions of the user have ended.',
    'h1',
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
