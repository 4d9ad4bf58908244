import { Alert, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatNumber, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import { StatTiles } from '#libs/backoffice-ui/stat-tiles.tsx';

type Preview = components['schemas']['RegradePreview'];
type User = components['schemas']['RegradedUser'];
type Version = components['schemas']['RegradedVersion'];

interface Props {
  preview: Preview;
  /** What confirms it: between the totals and the long lists. */
  children: ReactNode;
}

/** What a regrade would change. */
export function RegradePreview({ preview, children }: Props) {
  const { attempts, users, passesGained, passesLost, ranksChanged, versions, changes, limit } = preview;
  return (
    <Stack component="section" aria-labelledby="changes-title">
      <Title order={2} size="h4" id="changes-title">
        What changes
      </Title>
      {limit !== null && (
        <Alert variant="default" title={`Only the newest ${formatNumber(limit)} attempts are compared`}>
          The quiz has more. The regrade applies to all of them; the numbers and ranks below are those among the
          compared ones.
        </Alert>
      )}
      <StatTiles
        tiles={[
          { name: 'Attempts with another score', value: formatNumber(attempts) },
          { name: 'Users with another score', value: formatNumber(users) },
          { name: 'Users who pass now', value: formatNumber(passesGained) },
          { name: 'Users who no longer pass', value: formatNumber(passesLost) },
          { name: 'Users with another rank', value: formatNumber(ranksChanged) },
        ]}
      />
      <Text size="sm" c="dimmed">
        Users are those on the leaderboard: without suspended and deleted users.
      </Text>
      {children}
      <DataTable
        caption="Attempts at the versions that have the question"
        columns={VERSION_COLUMNS}
        rows={versions}
        keyOf={({ version }) => String(version)}
        empty={<Text>The question has no attempts yet.</Text>}
      />
      <DataTable
        caption="Users whose attempts or rank change"
        columns={COLUMNS}
        rows={changes}
        keyOf={({ userId }) => userId}
        empty={<Text>No score changes. New attempts are scored by the new rule all the same.</Text>}
      />
      {changes.length === LISTED && (
        <Text size="sm" c="dimmed">
          At most {formatNumber(LISTED)} users are listed: first those with changed attempts, by their new rank.
        </Text>
      )}
    </Stack>
  );
}

/** Users that the service lists at most. */
const LISTED = 100;

const passedWord = (passed: boolean) => (passed ? 'Passed' : 'Not passed');

const VERSION_COLUMNS: Column<Version>[] = [
  {
    head: 'Version',
    cell: ({ version }) => (
      <>
        {/* On narrow screens the cell has no head. */}
        <Text span inherit hiddenFrom="md">
          Version{' '}
        </Text>
        {formatNumber(version)}
      </>
    ),
  },
  { head: 'Attempts', cell: ({ attempts }) => formatNumber(attempts), align: 'right' },
  { head: 'With another score', cell: ({ attemptsChanged }) => formatNumber(attemptsChanged), align: 'right' },
];

const COLUMNS: Column<User>[] = [
  { head: 'User', cell: ({ userId, displayName }) => <UserLink id={userId} name={displayName} /> },
  { head: 'Changed attempts', cell: ({ attemptsChanged }) => formatNumber(attemptsChanged), align: 'right' },
  {
    head: 'Best score',
    cell: ({ percentageBefore, percentageAfter }) =>
      change(formatPercentage(percentageBefore), formatPercentage(percentageAfter)),
  },
  {
    head: 'Result',
    cell: ({ passedBefore, passedAfter }) => change(passedWord(passedBefore), passedWord(passedAfter)),
  },
  { head: 'Rank', cell: ({ rankBefore, rankAfter }) => change(formatNumber(rankBefore), formatNumber(rankAfter)) },
];

const change = (before: string, after: string) => (before === after ? before : `${before} → ${after}`);
