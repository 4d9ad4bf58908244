import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { deleteWebhook, type Webhook } from './webhooks-data';

interface Props {
  webhook: Pick<Webhook, 'id' | 'name'>;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteWebhook({ webhook: { id, name }, onClose, onDeleted }: Props) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteWebhook(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] });
      notifications.show({
        message: (
          <>
            “<bdi>{name}</bdi>” is deleted.
          </>
        ),
      });
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete webhook"
      write={remove}
      failed="Not deleted"
      onClose={onClose}
    >
      <Text>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        gets no more events. Its deliveries are deleted too, including those that are pending.
      </Text>
    </ConfirmDialog>
  );
}
