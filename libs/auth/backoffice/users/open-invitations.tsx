import { Button, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf, deletion } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';

type Invitation = components['schemas']['OpenInvitation'];

export const INVITATIONS_KEY = ['invitations'];

/** The open invitations of all users, or that of one. */
export const invitationsOptions = (query: { userId?: string } = {}) =>
  queryOptions({
    queryKey: [...INVITATIONS_KEY, query],
    queryFn: () => dataOf(api.GET('/invitations', { params: { query } })),
  });

const COLUMNS: Column<Invitation>[] = [
  { head: 'User', role: 'name', cell: ({ userId, displayName }) => <UserLink id={userId} name={displayName} /> },
  {
    head: 'Invited by',
    cell: ({ createdBy, createdByName, userErased }) => (
      <UserLink id={createdBy} name={createdByName} isErased={userErased} />
    ),
  },
  { head: 'Invited', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { head: 'Revoke', role: 'action', cell: (invitation) => <RevokeInvitation invitation={invitation} size="xs" /> },
];

/** Who was invited and has set no password yet. Nothing where nobody was. */
export function OpenInvitations() {
  const { data } = useQuery(invitationsOptions());
  if (data === undefined || data.invitations.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="open-invitations" gap="xs">
      <Title order={2} size="h3" id="open-invitations">
        Open invitations
      </Title>
      <DataTable
        caption="Open invitations"
        columns={COLUMNS}
        rows={data.invitations}
        keyOf={({ userId }) => userId}
        empty={null}
      />
    </Stack>
  );
}

/** Makes an invitation void. */
export function RevokeInvitation({ invitation, size }: { invitation: Invitation; size?: string }) {
  const queryClient = useQueryClient();
  const { userId, displayName } = invitation;
  const revoke = useMutation({
    mutationFn: () => deletion(api.DELETE('/users/{id}/invitation', { params: { path: { id: userId } } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY });
      notifications.show({ message: 'The invitation is revoked.' });
    },
  });
  return (
    <>
      <Button
        variant="default"
        {...(size !== undefined && { size })}
        aria-label={`Revoke the invitation of ${displayName}`}
        loading={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        Revoke
      </Button>
      <WriteState write={revoke} failed="Not revoked" />
    </>
  );
}
