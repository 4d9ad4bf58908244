import { Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isNotFound } from '#libs/backoffice-ui/api-error.ts';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { describeBrowser } from './describe-browser';
import { useSignOut } from './use-sign-out';

type OwnSession = components['schemas']['OwnSession'];

const QUERY_KEY = ['sessions'];

const COLUMNS: Column<OwnSession>[] = [
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

/** The user's own sessions, and buttons to end them. */
export function SessionsSection() {
  const sessions = useQuery({ queryKey: QUERY_KEY, queryFn: () => dataOf(api.GET('/sessions')) });
  const rows = sessions.data?.sessions;
  const signOut = useSignOut({ everywhere: true });
  const elsewhere = useEnd(() => api.DELETE('/sessions/others'), 'Your other sessions have ended.');
  return (
    <Stack component="section" aria-labelledby="account-sessions">
      <Title order={2} size="h4" id="account-sessions" tabIndex={-1}>
        Sessions
      </Title>
      <Text>Where you are signed in. “Last used” may be some minutes old.</Text>
      <DataTable
        caption="Your sessions"
        columns={COLUMNS}
        query={{ ...sessions, isPlaceholderData: false }}
        rows={rows}
        keyOf={({ id }) => id}
        empty={<Empty title="You have no sessions" />}
      />
      <WriteState write={elsewhere} failed="Not ended" />
      {signOut.error !== null && <Text c="red">{signOut.error.message}</Text>}
      <Group>
        {rows !== undefined && rows.length > 1 && (
          <Button variant="default" loading={elsewhere.isPending} onClick={() => elsewhere.mutate()}>
            End all other sessions
          </Button>
        )}
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out everywhere
        </Button>
      </Group>
    </Stack>
  );
}

function EndSession({ session: { id, userAgent, address } }: { session: OwnSession }) {
  const end = useEnd(() => api.DELETE('/sessions/{id}', { params: { path: { id } } }), 'The session has ended.');
  const what = `${describeBrowser(userAgent)}, ${address}`;
  return (
    <Stack gap="xs" align="start">
      <Button
        size="xs"
        variant="default"
        aria-label={`End session: ${what}`}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        End session
      </Button>
      <WriteState write={end} failed="Not ended" />
    </Stack>
  );
}

function useEnd(request: () => Promise<{ data?: unknown }>, message: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await dataOf<unknown>(request());
      } catch (error) {
        // It has already ended.
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
      notifications.show({ message });
      focusHeading();
    },
  });
}

/** The button that had the focus is gone. */
const focusHeading = () => document.getElementById('account-sessions')?.focus();
