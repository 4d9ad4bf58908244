import { Alert, Button, Divider, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotFound } from '#libs/backoffice-ui/api-error.ts';
import { api } from '#libs/backoffice-ui/client.ts';
import { LinkButton } from '#libs/backoffice-ui/links.tsx';
import { NotFound } from '#libs/backoffice-ui/not-found.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { DeleteWebhook } from './delete-webhook';
import { Deliveries } from './deliveries';
import { DisabledState } from './disabled-state';
import { EditWebhookForm } from './edit-webhook-form';
import { Secret } from './secret';
import { updateWebhook, type Webhook, webhookOptions } from './webhooks-data';

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/inside/settings/webhooks/$webhookId' });
  const { data: webhook, error, refetch } = useQuery(webhookOptions(webhookId));
  if (webhook === undefined && isNotFound(error)) {
    return (
      <NotFound title="Webhook not found" subjectId={webhookId}>
        <LinkButton to="/settings/webhooks" variant="default">
          To the webhooks
        </LinkButton>
      </NotFound>
    );
  }
  if (webhook === undefined) {
    return (
      <Page title="Webhook">
        <NotLoaded error={error} refetch={refetch} />
      </Page>
    );
  }
  return (
    <Page key={webhook.id} title={webhook.name} actions={<Actions webhook={webhook} />}>
      {webhook.disabledAt !== null && (
        <Alert variant="default" title="This webhook gets no events">
          <DisabledState webhook={webhook} />
        </Alert>
      )}
      <Stack component="section" aria-labelledby="webhook-settings">
        <Title order={2} size="h3" id="webhook-settings">
          Settings
        </Title>
        <EditWebhookForm webhook={webhook} />
      </Stack>
      <Divider />
      <Secret webhookId={webhook.id} />
      <Divider />
      <Deliveries webhook={webhook} />
    </Page>
  );
}

function Actions({ webhook: { id, name, disabledAt } }: { webhook: Webhook }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const isEnabled = disabledAt === null;
  const onError = (error: Error) => notifications.show({ color: 'red', title: 'Not done', message: error.message });
  const test = useMutation({
    mutationFn: () => api.POST('/webhooks/{id}/test', { params: { path: { id } } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', id] }),
    onError,
  });
  const change = useMutation({
    mutationFn: () => updateWebhook(id, { enabled: !isEnabled }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    onError,
  });
  return (
    <>
      {isEnabled && (
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test event
        </Button>
      )}
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
      <Button variant="default" onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      {isDeleting && (
        <DeleteWebhook
          webhook={{ id, name }}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate({ to: '/settings/webhooks', ignoreBlocker: true })}
        />
      )}
    </>
  );
}
