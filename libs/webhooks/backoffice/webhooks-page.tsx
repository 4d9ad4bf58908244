import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { CreateWebhook } from './create-webhook';
import { DisabledState } from './disabled-state';
import { webhooksOptions } from './webhooks-data';

export function WebhooksPage() {
  const webhooks = useQuery(webhooksOptions);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Page
      title="Webhooks"
      description="Addresses that the service calls when something happens."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
          Create webhook
        </Button>
      }
    >
      <DataTable
        caption="Webhooks"
        columns={[
          {
            head: 'Name',
            cell: ({ id, name, url }) => (
              <Stack gap={4}>
                <Text size="sm">
                  <LinkAnchor to="/settings/webhooks/$webhookId" params={{ webhookId: id }}>
                    <bdi>{name}</bdi>
                  </LinkAnchor>
                </Text>
                <Text size="sm" c="dimmed" style={{ wordBreak: 'break-all' }}>
                  {url}
                </Text>
              </Stack>
            ),
          },
          { head: 'Events', cell: ({ events }) => events.join(', ') },
          { head: 'State', cell: (webhook) => <DisabledState webhook={webhook} /> },
        ]}
        query={webhooks}
        rows={webhooks.data?.webhooks}
        keyOf={({ id }) => id}
        empty={
          <Empty title="There are no webhooks yet">Create one for each program that should learn about events.</Empty>
        }
      />
      {isCreating && <CreateWebhook onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
