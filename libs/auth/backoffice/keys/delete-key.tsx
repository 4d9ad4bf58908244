import { Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { isInUse } from './expiry';
import { KeyName } from './key-name';
import { type ApiKey, deleteKey, keyOptions } from './keys-data';

interface Props {
  apiKey: Pick<ApiKey, 'id' | 'name' | 'shown' | 'owner'>;
  onClose: () => void;
  /** Called instead of `onClose` after the deletion. */
  onDeleted?: () => void;
}

/**
 * Asks for confirmation of the deletion of a key. If the key is in use, its first characters must be typed. Its last use is
 * requested again, because that of the table may be outdated.
 */
export function DeleteKey({ apiKey, onClose, onDeleted = onClose }: Props) {
  const { id, name, shown, owner } = apiKey;
  const queryClient = useQueryClient();
  const { data: current, error, dataUpdatedAt } = useQuery(keyOptions(id));
  const remove = useMutation({
    mutationFn: () => deleteKey(id),
    onSuccess: async () => {
      // The focus can return only after the row of the table is gone.
      await queryClient.invalidateQueries({ queryKey: ['keys', 'list'] });
      notifications.show({
        message: (
          <>
            “<bdi>{name}</bdi>” is deleted. Requests with it are rejected from now on.
          </>
        ),
      });
      onDeleted();
    },
  });
  const failure = current === undefined ? error : null;
  const isGone = failure?.status === 404;
  const isUnknown = failure !== null && !isGone;
  return (
    <ConfirmDialog
      title="Delete this API key?"
      action="Delete key"
      {...((isUnknown || isInUse(current?.lastUsedAt ?? null, dataUpdatedAt)) && { nameToType: shown })}
      obstacle={current === undefined && failure === null ? 'Its last use is not loaded.' : undefined}
      write={remove}
      failed="Not deleted"
      onClose={onClose}
    >
      <Text>
        The key <KeyName apiKey={apiKey} /> of{' '}
        <b>
          <bdi>{owner.displayName}</bdi>
        </b>{' '}
        stops working immediately for every program that uses it, and cannot be restored.
      </Text>
      <div role="status" aria-busy={current === undefined && failure === null}>
        {current !== undefined && <LastUse at={current.lastUsedAt} />}
        {current === undefined && failure === null && <Skeleton height={24} />}
        {isGone && <Text>Somebody else has deleted it.</Text>}
        {isUnknown && <Text>Its last use could not be loaded.</Text>}
      </div>
    </ConfirmDialog>
  );
}

/** @param at to the minute; a use is recorded some seconds later */
function LastUse({ at }: { at: string | null }) {
  if (at === null) {
    return <Text>No recorded use (the last few seconds may be missing).</Text>;
  }
  return (
    <Text>
      It was last used on <Time at={at} />.
    </Text>
  );
}
