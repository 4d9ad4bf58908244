import { Group, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { BarFigure } from '#libs/backoffice-ui/bar-figure.tsx';
import { formatDay, formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { StatTiles } from '#libs/backoffice-ui/stat-tiles.tsx';

const PERIODS = [7, 30, 90] as const;

/** The value in the address; the default, 30, is omitted. */
const OTHERS = [7, 90] as const;

/** Attempts at all quizzes and active users per day, for the last `days` days. */
export const activityOf = (days = 30) =>
  queryOptions({
    queryKey: ['activity', days],
    queryFn: () => dataOf(api.GET('/activity', { params: { query: { days } } })),
    // They are counted in the background, and this page often stays open.
    refetchInterval: 60_000,
  });

/** The figures and charts of {@link activityOf}. */
export function ActivitySection() {
  const { days } = useSearch({ from: '/inside/' });
  const navigate = useNavigate({ from: '/' });
  const activity = useQuery({ ...activityOf(days), placeholderData: keepPreviousData });
  return (
    <Stack component="section" aria-label="Activity" gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          Activity
        </Title>
        <SegmentedControl
          aria-label="Period"
          data={PERIODS.map((period) => ({ value: String(period), label: `${period} days` }))}
          value={String(days ?? 30)}
          onChange={(period) => void navigate({ search: { days: OTHERS.find((other) => String(other) === period) } })}
        />
      </Group>
      {activity.isPending && <Loading />}
      {activity.isError && <Failure error={activity.error} retry={() => void activity.refetch()} />}
      {activity.data !== undefined && <Activity days={activity.data.days} />}
    </Stack>
  );
}

function Activity({ days }: { days: components['schemas']['ActivityDay'][] }) {
  const today = days.at(-1) ?? { attempts: 0, users: 0 };
  const total = days.reduce((sum, { attempts }) => sum + attempts, 0);
  const day = { name: 'Day', of: ({ day: date }: { day: string }) => formatDay(date) };
  return (
    <>
      <StatTiles
        tiles={[
          { name: `Attempts in ${days.length} days`, value: formatNumber(total) },
          { name: 'Attempts today', value: formatNumber(today.attempts) },
          { name: 'Active users today', value: formatNumber(today.users) },
        ]}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <BarFigure
          title="Attempts"
          description="By day (UTC), over all quizzes, with voided attempts."
          category={day}
          rows={days}
          series={[{ name: 'Attempts', of: ({ attempts }) => attempts }]}
          empty={`There were no attempts in the last ${days.length} days.`}
        />
        <BarFigure
          title="Active users"
          description="Users with at least one attempt, by day (UTC)."
          category={day}
          rows={days}
          series={[{ name: 'Active users', of: ({ users }) => users }]}
          empty={`Nobody was active in the last ${days.length} days.`}
        />
      </SimpleGrid>
    </>
  );
}
