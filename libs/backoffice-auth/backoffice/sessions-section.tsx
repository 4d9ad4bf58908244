import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { EndSession, sessionColumns, SESSIONS, useEnd } from './session-table';
import { useSignOut } from './use-sign-out';

type OwnSession = components['schemas']['OwnSession'];

const HEADING = 'account-sessions';

const COLUMNS = sessionColumns<OwnSession>((session) => (
  <EndSession
    session={session}
    label="End session"
    request={() => api.DELETE('/sessions/{id}', { params: { path: { id: session.id } } })}
    heading={`#${HEADING}`}
  />
));

/** The user's own sessions, and buttons to end them. */
export function SessionsSection() {
  const sessions = useQuery({ queryKey: [...SESSIONS, 'own'], queryFn: () => dataOf(api.GET('/sessions')) });
  const rows = sessions.data?.sessions;
  const signOut = useSignOut({ everywhere: true });
  const elsewhere = useEnd(() => api.DELETE('/sessions/others'), 'Your other sessions have ended.', `#${HEADING}`);
  return (
    <Stack component="section" aria-labelledby={HEADING}>
      <Title order={2} size="h4" id={HEADING} tabIndex={-1}>
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
