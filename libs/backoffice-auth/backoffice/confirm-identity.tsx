import { Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { endConfirmation, isWaitingForConfirmation } from '#libs/backoffice-ui/session-fetch.ts';
import { useIsWaitingForConfirmation } from '#libs/backoffice-ui/session.ts';
import { ConfirmationForm } from './confirmation-form';
import { useRefreshOnFocus } from './use-refresh-on-focus';

/** Covers the page while the service asks who the user is. The request that it answered so is then sent again. */
export function ConfirmIdentity() {
  const isWaiting = useIsWaitingForConfirmation();
  // The user may have signed in at the provider in another tab.
  useRefreshOnFocus(isWaiting);
  useEffect(() => {
    // It must not close the dialog below too, with what was typed into it.
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isWaitingForConfirmation()) return;
      event.stopImmediatePropagation();
      endConfirmation(false);
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, []);
  return (
    <Modal
      opened={isWaiting}
      // Above the dialogs of the page, one of which may have sent the request, and below that of the sign-in.
      zIndex={340}
      onClose={() => endConfirmation(false)}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title="Confirm that it is you"
    >
      <Stack>
        <Text>
          This could give somebody access to an account. Once you have confirmed it, you are not asked again for 10
          minutes. What you have typed is still here.
        </Text>
        <ConfirmationForm onConfirmed={() => endConfirmation(true)} onCancel={() => endConfirmation(false)} />
      </Stack>
    </Modal>
  );
}
