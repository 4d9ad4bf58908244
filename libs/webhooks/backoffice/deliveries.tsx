import { Badge, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { MoreRows } from '#libs/backoffice-ui/more-rows.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { DeliveryDialog } from './delivery-dialog';
import { STATUSES } from './search';
import type { Delivery, Webhook } from './webhooks-data';

const LABELS = { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' } as const;

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhook: { id, disabledAt } }: { webhook: Webhook }) {
  const { status } = useSearch({ from: '/inside/settings/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/settings/webhooks/$webhookId' });
  const [shown, setShown] = useState<string>();
  const deliveries = useInfiniteQuery({
    queryKey: ['webhooks', 'deliveries', id, status],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/webhooks/{id}/deliveries', {
          params: {
            path: { id },
            query: { ...(status !== undefined && { status }), ...(pageParam !== null && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: pollWhileFound(5_000),
  });
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries);
  const delivery = rows?.find((row) => row.id === shown);
  return (
    <Stack component="section" aria-labelledby="webhook-deliveries">
      <Group justify="space-between" align="end">
        <Title order={2} size="h3" id="webhook-deliveries">
          Deliveries
        </Title>
        {disabledAt === null && <SendPending webhookId={id} />}
        <NativeSelect
          aria-label="Status"
          data={[{ value: '', label: 'All deliveries' }, ...STATUSES.map((value) => ({ value, label: LABELS[value] }))]}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: { status: STATUSES.find((one) => one === value) } })
          }
        />
      </Group>
      <DataTable
        caption="Deliveries"
        columns={[
          {
            head: 'Event',
            cell: ({ type, createdAt }) => (
              <Stack gap={4}>
                <Text size="sm">{type}</Text>
                <Text size="sm" c="dimmed">
                  <Time at={createdAt} />
                </Text>
              </Stack>
            ),
          },
          { head: 'Status', cell: (row) => <Status delivery={row} /> },
          {
            head: 'Response',
            cell: ({ responseStatus, error, tries }) => responseStatus ?? error ?? (tries === 0 ? '–' : 'None yet'),
          },
          {
            head: 'Latency',
            align: 'right',
            cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${formatNumber(latencyMs)} ms`),
          },
          {
            head: 'Tries',
            align: 'right',
            cell: ({ tries, history }) => formatNumber(Math.max(tries, history.length)),
          },
          {
            head: 'Actions',
            role: 'action',
            cell: (row) => (
              <Button
                variant="default"
                size="xs"
                aria-label={`Details of ${row.type}`}
                onClick={() => setShown(row.id)}
              >
                Details
              </Button>
            ),
          },
        ]}
        query={deliveries}
        rows={rows}
        keyOf={(row) => row.id}
        empty={
          <Empty title={status === undefined ? 'There are no deliveries yet' : 'No matching deliveries'}>
            Deliveries are stored for seven days.
          </Empty>
        }
      />
      <MoreRows query={deliveries} />
      {delivery !== undefined && (
        <DeliveryDialog
          webhookId={id}
          delivery={delivery}
          isEnabled={disabledAt === null}
          onClose={() => setShown(undefined)}
        />
      )}
    </Stack>
  );
}

function SendPending({ webhookId }: { webhookId: string }) {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/webhooks/{id}/deliveries/send-pending', { params: { path: { id: webhookId } } })),
    onSuccess: ({ deliveries }) => {
      const some = deliveries === 1 ? 'One delivery is' : `${formatNumber(deliveries)} deliveries are`;
      const message = deliveries === 0 ? 'No delivery waits for its next try' : `${some} sent now`;
      notifications.show({ title: 'Pending deliveries', message });
      return queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhookId] });
    },
    onError: ({ message }) => notifications.show({ color: 'red', title: 'Not sent', message }),
  });
  return (
    <Button variant="default" ml="auto" loading={send.isPending} onClick={() => send.mutate()}>
      Send all pending now
    </Button>
  );
}

function Status({ delivery: { status, nextTryAt, tries } }: { delivery: Delivery }) {
  return (
    <Stack gap={4} align="start">
      {status === 'failed' ? (
        <Badge color="red" component="span" miw="max-content">
          {LABELS[status]}
        </Badge>
      ) : (
        LABELS[status]
      )}
      {nextTryAt !== null && tries > 0 && (
        <Text size="sm" c="dimmed">
          next try <Time at={nextTryAt} />
        </Text>
      )}
    </Stack>
  );
}
