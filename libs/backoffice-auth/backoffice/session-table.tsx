// What tables of sessions have in common.
import { Badge, Button, Code, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { deletion } from '#libs/backoffice-ui/client.ts';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { describeBrowser } from './describe-browser';

type Session = components['schemas']['OwnSession'];

/** Cached lists of sessions, one's own and those of others. */
export const SESSIONS = ['sessions'];

/** The columns of a session. @param endButton ends another session than the current one */
export const sessionColumns = <Row extends Session>(endButton: (session: Row) => ReactNode): Column<Row>[] => [
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
  { head: 'Action', cell: (session) => (session.isCurrent ? '–' : endButton(session)) },
];

interface EndProps {
  session: Session;
  /** What ends, for screen readers: `End session`. */
  label: string;
  request: () => Promise<unknown>;
  /** Gets the focus then: the button that had it is gone. */
  heading: string;
}

export function EndSession({ session: { userAgent, address }, label, request, heading }: EndProps) {
  const end = useEnd(request, 'The session has ended.', heading);
  return (
    <Stack gap="xs" align="start">
      <Button
        size="xs"
        variant="default"
        aria-label={`${label}: ${describeBrowser(userAgent)}, ${address}`}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        End session
      </Button>
      <WriteState write={end} failed="Not ended" />
    </Stack>
  );
}

/** The mutation that ends sessions. Those that have already ended are no error. @param heading CSS selector of what gets the focus */
export function useEnd(request: () => Promise<unknown>, message: string, heading: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => deletion(request()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: SESSIONS });
      notifications.show({ message });
      document.querySelector<HTMLElement>(heading)?.focus();
    },
  });
}
