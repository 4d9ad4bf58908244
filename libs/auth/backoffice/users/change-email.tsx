import { Button, List, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { hasBackoffice, type User, userOptions } from '#libs/backoffice-ui/users-data.ts';
import { ToSignIn } from './to-sign-in';

/** Changes the email of a user, in a dialog that says what follows. */
export function ChangeEmail({ user }: { user: User }) {
  const isSelf = useSession().user.id === user.id;
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [email, setEmail] = useState('');
  const [isSignedOut, setIsSignedOut] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      dataOf(api.PUT('/users/{id}/email', { params: { path: { id: user.id } }, body: { email: email.trim() } })),
    onSuccess: async (updated) => {
      if (isSelf && updated.email !== user.email) {
        setIsSignedOut(true);
        return;
      }
      queryClient.setQueryData(userOptions(user.id).queryKey, updated);
      setIsAsking(false);
      notifications.show({ message: `The email is ${updated.email} now.` });
      await queryClient.invalidateQueries({ queryKey: ['users'] });
    },
  });
  const open = () => {
    change.reset();
    setEmail('');
    setIsAsking(true);
  };
  if (isSignedOut) return <ToSignIn />;
  return (
    <>
      <Button variant="default" onClick={open} style={{ alignSelf: 'start' }}>
        Change email
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Change the email?"
          action="Change email"
          write={change}
          failed="Not changed"
          obstacle={/^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an email address first.'}
          isUndoable
          onClose={() => setIsAsking(false)}
        >
          <TextInput
            type="email"
            label="New email"
            description={`Now ${user.email}`}
            required
            maxLength={254}
            autoComplete="off"
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            data-autofocus
          />
          {hasBackoffice(user.role) ? <OfSignIn isSelf={isSelf} /> : <Text>API keys and results stay.</Text>}
        </ConfirmDialog>
      )}
    </>
  );
}

function OfSignIn({ isSelf }: { isSelf: boolean }) {
  return (
    <List size="sm" spacing="xs">
      <List.Item>
        {isSelf ? 'You sign' : 'They sign'} in with the new address and the same password. The old address no longer
        works.
      </List.Item>
      <List.Item>
        {isSelf ? 'All your sessions end: you are signed out here too.' : 'Their sessions end.'} An open invitation is
        void. API keys stay.
      </List.Item>
      <List.Item>
        An account at the OpenID Connect provider is unlinked. The next sign-in there works if the provider has verified
        the new address.
      </List.Item>
    </List>
  );
}
