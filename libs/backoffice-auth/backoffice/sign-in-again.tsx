import { Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { refreshSession } from '#libs/backoffice-ui/session-fetch.ts';
import { useIsWaitingForSignIn, useSession } from '#libs/backoffice-ui/session.ts';
import { SignInForm } from './sign-in-form';

/** Stands over the page when the session ran out; what the page wanted to do is done once the person is signed in again. */
export function SignInAgain() {
  const isWaiting = useIsWaitingForSignIn();
  const { user } = useSession();
  useEffect(() => {
    if (!isWaiting) return undefined;
    // The person may have signed in in another tab.
    const look = () => void refreshSession().catch(() => undefined);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [isWaiting]);
  return (
    <Modal
      opened={isWaiting}
      // Above the dialogs of the page, one of which may be what waits.
      zIndex={350}
      onClose={() => undefined}
      withCloseButton={false}
      title="Your session has ended"
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>Sign in again to continue. What you have typed is still here.</Text>
        <SignInForm email={user.email} inOtherTab returnTo="/admin/signed-in" />
      </Stack>
    </Modal>
  );
}
