import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { useSession } from '#libs/backoffice-ui/session.ts';
import type { User } from '#libs/backoffice-ui/users-data.ts';

/** Whether a user has a second factor; somebody else's can be reset. */
export function UserSecondFactor({ user }: { user: User }) {
  const isSelf = useSession().user.id === user.id;
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const params = { path: { id: user.id } };
  const queryKey = ['user', user.id, 'second-factor'];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => dataOf(api.GET('/users/{id}/second-factor', { params })),
  });
  const reset = useMutation({
    mutationFn: () => dataOf<unknown>(api.DELETE('/users/{id}/second-factor', { params })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      notifications.show({ message: `The second factor of ${user.displayName} is reset. Their sessions have ended.` });
      setIsAsking(false);
    },
  });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (!data.isOn) return <Text>Off: {isSelf ? 'you' : 'they'} sign in with a password alone.</Text>;
  return (
    <Stack align="start">
      <Text>On, with {data.recoveryCodesLeft} recovery codes left.</Text>
      {isSelf ? (
        <Text>
          Change your own in <LinkAnchor to="/account">your account</LinkAnchor>.
        </Text>
      ) : (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Reset second factor
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Reset the second factor?"
          action="Reset"
          write={reset}
          failed="Not reset"
          onClose={() => setIsAsking(false)}
        >
          <Text>
            <b>{user.displayName}</b> will sign in with a password alone, until they set up another second factor. Their
            sessions end. Make sure that they asked for it themselves.
          </Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
