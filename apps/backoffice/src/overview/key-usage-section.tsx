import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { BarFigure } from '#libs/backoffice-ui/bar-figure.tsx';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor, LinkButton } from '#libs/backoffice-ui/links.tsx';
import { formatNumber, formatShare } from '#libs/backoffice-ui/numbers.ts';
import { Empty, Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';

const HOUR = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

const columns: Column<components['schemas']['UsedKey']>[] = [
  { head: 'Key', cell: ({ keyId, name }) => (name === null ? 'Deleted key' : <KeyLink id={keyId} name={name} />) },
  { head: 'Owner', cell: ({ ownerName }) => <bdi>{ownerName ?? '–'}</bdi> },
  { head: 'Requests', cell: ({ requests }) => formatNumber(requests), align: 'right' },
  { head: 'Rejected', cell: ({ rejections }) => formatNumber(rejections), align: 'right' },
  { head: 'Rejected %', cell: ({ rejections, requests }) => formatShare(rejections, requests), align: 'right' },
];

function KeyLink({ id, name }: { id: string; name: string }) {
  return (
    <LinkAnchor to="/settings/keys/$keyId" params={{ keyId: id }}>
      <bdi>{name}</bdi>
    </LinkAnchor>
  );
}

/** The requests per API key in the last day. */
export function KeyUsageSection() {
  const usage = useQuery({
    queryKey: ['key-usage'],
    queryFn: () => dataOf(api.GET('/key-usage')),
    refetchInterval: 60_000,
  });
  return (
    <Stack component="section" aria-label="API keys in the last day" gap="sm">
      <Title order={2} size="h3">
        API keys in the last day
      </Title>
      {usage.isPending && <Loading />}
      {usage.isError && <Failure error={usage.error} retry={() => void usage.refetch()} />}
      {usage.data !== undefined && (
        <>
          <BarFigure
            title="Requests by hour"
            description={
              <>
                Requests with a valid key since <Time at={usage.data.since} />. Rejected requests lacked a right or
                exceeded the rate limit.
              </>
            }
            category={{ name: 'Hour', of: ({ at }) => HOUR.format(new Date(at)) }}
            rows={usage.data.hours}
            series={[
              { name: 'Answered', of: ({ requests, rejections }) => requests - rejections },
              { name: 'Rejected', of: ({ rejections }) => rejections },
            ]}
            total="Requests"
            empty="No key was used in the last day."
          />
          <DataTable
            caption="Requests by API key in the last day"
            columns={columns}
            rows={usage.data.keys}
            keyOf={({ keyId }) => keyId}
            empty={
              <Empty title="No key was used in the last day">
                <LinkButton to="/settings/keys" variant="default">
                  To the API keys
                </LinkButton>
              </Empty>
            }
          />
        </>
      )}
    </Stack>
  );
}
