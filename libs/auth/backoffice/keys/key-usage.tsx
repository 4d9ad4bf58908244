import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { BarFigure } from '#libs/backoffice-ui/bar-figure.tsx';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { formatDay, formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Empty, Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';

type Day = components['schemas']['UsageDay'];

const OUTCOMES: Column<Day>[] = [
  { head: 'Day (UTC)', cell: ({ day }) => formatDay(day) },
  { head: 'Succeeded', cell: ({ successes }) => formatNumber(successes), align: 'right' },
  { head: 'Client errors', cell: ({ clientErrors }) => formatNumber(clientErrors), align: 'right' },
  { head: 'Lack of rights', cell: ({ rejectedRights }) => formatNumber(rejectedRights), align: 'right' },
  { head: 'Over the limit', cell: ({ rateLimited }) => formatNumber(rateLimited), align: 'right' },
  { head: 'Server errors', cell: ({ serverErrors }) => formatNumber(serverErrors), align: 'right' },
  { head: 'Limit reached', cell: ({ limitReached }) => timesOf(limitReached), align: 'right' },
];

const timesOf = (times: number) => `${formatNumber(times)}×`;

const ADDRESSES: Column<components['schemas']['KeyAddress']>[] = [
  { head: 'Address', cell: ({ address }) => address },
  { head: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
];

/** The requests with a key by day and outcome, and its last addresses. */
export function KeyUsage({ keyId }: { keyId: string }) {
  const usage = useQuery({
    queryKey: ['keys', 'usage', keyId],
    queryFn: () => dataOf(api.GET('/keys/{id}/usage', { params: { path: { id: keyId } } })),
    refetchInterval: pollWhileFound(60_000),
  });
  return (
    <Stack component="section" aria-labelledby="key-usage">
      <Title order={2} size="h3" id="key-usage">
        Usage in the last 7 days
      </Title>
      {usage.isPending && <Loading />}
      {usage.isError && <Failure error={usage.error} retry={() => void usage.refetch()} />}
      {usage.data !== undefined && (
        <>
          <UsageByDay days={usage.data.days} />
          <Title order={3} size="h4">
            Last addresses
          </Title>
          <DataTable
            caption="Last addresses"
            columns={ADDRESSES}
            rows={usage.data.addresses}
            keyOf={({ address }) => address}
            empty={<Text>No address has used the key in the last 7 days.</Text>}
          />
        </>
      )}
    </Stack>
  );
}

function UsageByDay({ days }: { days: Day[] }) {
  if (days.every(({ requests }) => requests === 0)) return <Empty title="No requests in the last 7 days" />;
  return (
    <>
      <BarFigure
        title="Requests by day"
        category={{ name: 'Day (UTC)', of: ({ day }) => formatDay(day) }}
        rows={days}
        series={[
          { name: 'Succeeded', of: ({ successes }) => successes },
          { name: 'Failed', of: ({ requests, successes }) => requests - successes },
        ]}
        total="Requests"
        empty=""
      />
      <DataTable
        caption="Requests by day and outcome"
        columns={OUTCOMES}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        empty={null}
      />
    </>
  );
}
