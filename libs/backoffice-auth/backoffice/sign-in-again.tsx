import { Modal, Stack, Text } from '@mantine/core';
import { useIsWaitingForSignIn, useSession } from '#libs/backoffice-ui/session.ts';
import { SignInForm } from './sign-in-form';
import { useRefreshOnFocus } from './use-refresh-on-focus';

/** Covers the page when the session has ended. The page's requests continue after the user has signed in again. */
export function SignInAgain() {
  const isWaiting = useIsWaitingForSignIn();
  const { user } = useSession();
  useRefreshOnFocus(isWaiting);
  return (
    <Modal
      opened={isWaiting}
      // Above the dialogs of the page, one of which may be waiting for the session.
      zIndex={350}
      onClose={() => undefined}
      withCloseButton={false}
      title="Your session has ended"
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>Sign in again to continue. What you have typed is still here.</Text>
        <SignInForm email={user.email ?? ''} inOtherTab returnTo="/admin/signed-in" />
      </Stack>
    </Modal>
  );
}
