import { Alert, Button, Group, Text } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { messageOf } from '#libs/backoffice-ui/api-error.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { UserTagFilter } from '#libs/backoffice-ui/user-tag-filter.tsx';
import { Player } from './player';
import type { useLivePage } from './use-live-page';

interface Entry {
  rank: number;
  userId: string;
  displayName: string;
  image: string | null;
}

interface Board<Row> {
  leaderboard: Row[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

interface Props<Row extends Entry> {
  caption: string;
  /** The columns after rank and user. */
  columns: Column<Row>[];
  live: ReturnType<typeof useLivePage<Board<Row>>>;
  /** Of the users who are listed. */
  tag: string | undefined;
  onChangeTag: (tag: string | undefined) => void;
}

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A page of a leaderboard that refreshes itself. */
export function LiveLeaderboard<Row extends Entry>({ caption, columns, live, tag, onChangeTag }: Props<Row>) {
  const { query, isPaused, setPaused } = live;
  const { data, error, dataUpdatedAt } = query;
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <Group gap="sm" align="end">
        <UserTagFilter value={tag} onChange={onChangeTag} />
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => {
            setPaused(!isPaused);
            if (isPaused) void query.refetch();
          }}
        >
          {isPaused ? 'Resume updates' : 'Pause updates'}
        </Button>
        <Text size="sm" c="dimmed">
          {isPaused ? 'Paused.' : 'Updates every 5 seconds.'}
          {data !== undefined && ` As of ${TIME.format(dataUpdatedAt)}.`}
        </Text>
      </Group>
      {error !== null && data !== undefined && (
        <Alert color="red" variant="outline" role="alert" title="The last update failed">
          {messageOf(error)}
        </Alert>
      )}
      <DataTable
        caption={caption}
        columns={[
          { head: 'Rank', cell: ({ rank }) => formatNumber(rank) },
          { head: 'User', cell: (entry) => <Player player={entry} />, role: 'name' },
          ...columns,
        ]}
        query={query}
        rows={data?.leaderboard}
        keyOf={({ userId }) => userId}
        empty={
          <Empty
            title={tag === undefined ? 'Nobody is on this leaderboard' : 'No user with this tag is on this leaderboard'}
          >
            Users appear here once they have an attempt that counts.
          </Empty>
        }
      />
      <Pager query={query} />
    </>
  );
}
