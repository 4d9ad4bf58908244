import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { KeyName } from './key-name';
import { type ApiKey, updateKey } from './keys-data';

/** A button that disables a key after a confirmation, or enables it. */
export function DisableKey({ apiKey }: { apiKey: ApiKey }) {
  const { id, disabled } = apiKey;
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const change = useMutation({
    mutationFn: () => updateKey(id, { disabled: !disabled }),
    onSuccess: async (updated) => {
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
      setIsAsking(false);
      notifications.show({
        message: (
          <>
            “<bdi>{updated.name}</bdi>” is {updated.disabled ? 'disabled' : 'enabled'}.
          </>
        ),
      });
    },
    onError: (error) => disabled && notifications.show({ color: 'red', title: 'Not enabled', message: error.message }),
  });
  return (
    <>
      <Button
        variant="default"
        loading={change.isPending && !isAsking}
        onClick={() => (disabled ? change.mutate() : setIsAsking(true))}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Disable this API key?"
          action="Disable key"
          write={change}
          failed="Not disabled"
          onClose={() => setIsAsking(false)}
        >
          <Text>
            Requests with <KeyName apiKey={apiKey} /> get 401 from now on, until somebody enables it.
          </Text>
        </ConfirmDialog>
      )}
    </>
  );
}
