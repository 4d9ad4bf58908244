import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { showProblems, WebhookFieldset } from './webhook-form';
import { createWebhook, type WebhookFields } from './webhooks-data';

/** A dialog that creates a webhook and opens its page, which has the secret. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<WebhookFields>({ defaultValues: { name: '', url: '', events: [] } });
  useFocusReturn();
  const create = useMutation({
    mutationFn: (fields: WebhookFields) => createWebhook(fields),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] });
      await navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId: id } });
    },
    onError: (error) => showProblems(form, error),
  });
  return (
    <Modal opened onClose={onClose} title="Create a webhook" size="lg" closeOnClickOutside={false}>
      <form noValidate onSubmit={(event) => void form.handleSubmit((fields) => create.mutate(fields))(event)}>
        <Stack>
          {fieldProblems(create.error).length === 0 && (
            <WriteState write={create} failed="The webhook was not created" />
          )}
          <WebhookFieldset form={form} />
          <Group justify="end">
            <Button variant="default" disabled={create.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create webhook
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
