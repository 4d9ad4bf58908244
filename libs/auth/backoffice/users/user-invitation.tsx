import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { CopyField } from '#libs/backoffice-ui/copy-field.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { ShownOnceDialog } from '../keys/shown-once-dialog';
import { INVITATIONS_KEY, invitationsOptions, RevokeInvitation } from './open-invitations';

const LEAVING = {
  title: 'Have you copied the link?',
  text: 'It is shown only once. If you leave without it, you have to create another one.',
  stay: 'Back to the link',
  leave: 'Leave',
};

/** Creates a link with which a user sets a password, and says whether one is open. */
export function UserInvitation({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const open = useQuery(invitationsOptions({ userId: user.id })).data?.invitations[0];
  const invite = useMutation({
    mutationFn: () => dataOf(api.PUT('/users/{id}/invitation', { params: { path: { id: user.id } } })),
    // The link is not stored among the results of requests.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY }),
  });
  return (
    <Stack align="start">
      <Text>
        {open === undefined ? (
          <>
            With an invitation link <bdi>{user.displayName}</bdi> chooses a password. It works once, for three days.
          </>
        ) : (
          <>
            An invitation link is open until <Time at={open.expiresAt} />. Another one replaces it.
          </>
        )}
      </Text>
      <WriteState write={invite} failed="No link was created" />
      <Group>
        <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
          Create invitation link
        </Button>
        {open !== undefined && <RevokeInvitation invitation={open} />}
      </Group>
      {invite.data !== undefined && (
        <ShownOnceDialog
          title="Copy the invitation link now"
          size="lg"
          notice={{
            title: 'It is shown only once',
            text: (
              <>
                Send it to <bdi>{user.displayName}</bdi> only: anyone who has it can set their password until{' '}
                <Time at={invite.data.expiresAt} />. The service sends no email.
              </>
            ),
          }}
          leaving={LEAVING}
        >
          <CopyField label="Invitation link" text={linkOf(invite.data.token)} action="Copy link" isFirst />
          <Group justify="end">
            <Button onClick={() => invite.reset()}>I have copied it</Button>
          </Group>
        </ShownOnceDialog>
      )}
    </Stack>
  );
}

const linkOf = (token: string) => `${location.origin}/admin/invitation#${token}`;
