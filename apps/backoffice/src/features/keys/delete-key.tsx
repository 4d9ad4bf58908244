import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';
import { api } from '../../api/client';
import { ConfirmDeletion } from '../../components/confirm-deletion';
import { Time } from '../../components/time';
import { isInUse } from './expiry';
import type { ApiKey } from './keys-data';

interface Props {
  apiKey: ApiKey;
  /** In milliseconds. */
  now: number;
  onClose: () => void;
}

/** Asks whether to delete a key, more insistently where it is in use. */
export function DeleteKey({ apiKey, now, onClose }: Props) {
  const { id, name, owner, lastUsedAt } = apiKey;
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteKey(id),
    onSuccess: async () => {
      // The focus goes to where the table's row was only once it is gone.
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
      notifications.show({ message: `“${name}” is deleted. Requests with it are refused from now on.` });
      onClose();
    },
  });
  return (
    <ConfirmDeletion
      title="Delete this API key?"
      action="Delete key"
      {...(isInUse(lastUsedAt, now) && { nameToType: name })}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Text>
        The key <b>{name}</b> of <b>{owner.displayName}</b>{' '}
        {lastUsedAt === null ? (
          'was never used.'
        ) : (
          <>
            was last used on <Time at={lastUsedAt} />.
          </>
        )}
      </Text>
      <Text>
        The deletion is immediate and irreversible: whatever uses this key is refused at once, and the key cannot be
        brought back.
      </Text>
    </ConfirmDeletion>
  );
}

async function deleteKey(id: string): Promise<void> {
  try {
    await api.DELETE('/keys/{id}', { params: { path: { id } } });
  } catch (error) {
    // Somebody else was faster: it is as gone as it was to be.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
