import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { SaveButtons } from '#libs/backoffice-ui/save-buttons.tsx';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { showProblems, WebhookFieldset } from './webhook-form';
import { updateWebhook, type Webhook, type WebhookFields, webhookOptions } from './webhooks-data';

const fieldsOf = ({ name, url, events }: Webhook): WebhookFields => ({
  name,
  url,
  events,
});

/** Edits name, address and events. Fields that were not edited here show concurrent changes by others. */
export function EditWebhookForm({ webhook }: { webhook: Webhook }) {
  const queryClient = useQueryClient();
  const form = useForm<WebhookFields>({ values: fieldsOf(webhook), resetOptions: { keepDirtyValues: true } });
  const { isDirty, dirtyFields } = form.formState;
  const warning = useUnsavedWarning(isDirty);
  const show = (shown: Webhook) => form.reset(fieldsOf(shown), { keepDirtyValues: false });
  const save = useMutation({
    mutationFn: ({ name, url, events }: WebhookFields) =>
      updateWebhook(webhook.id, {
        ...(dirtyFields.name === true && { name }),
        ...(dirtyFields.url === true && { url }),
        ...(dirtyFields.events !== undefined && { events }),
      }),
    onSuccess: async (updated) => {
      queryClient.setQueryData(webhookOptions(webhook.id).queryKey, updated);
      show(updated);
      notifications.show({
        message: (
          <>
            “<bdi>{updated.name}</bdi>” is saved.
          </>
        ),
      });
      await queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    },
    onError: (error) => showProblems(form, error),
  });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit((fields) => isDirty && save.mutate(fields))(event)}>
      <Stack maw={720}>
        {fieldProblems(save.error).length === 0 && <WriteState write={save} failed="Not saved" />}
        <WebhookFieldset form={form} />
        <SaveButtons isChanged={isDirty} isSaving={save.isPending} onDiscard={() => show(webhook)} />
      </Stack>
      {warning}
    </form>
  );
}
