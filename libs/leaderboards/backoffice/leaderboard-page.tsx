import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { formatNumber, formatOf, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { LiveLeaderboard } from './live-leaderboard';
import { ofTag } from './search';
import { useLivePage } from './use-live-page';

const columns: Column<components['schemas']['GlobalLeaderboardEntry']>[] = [
  {
    head: 'Correct answers',
    cell: ({ totalCorrect, totalQuestions }) => formatOf(totalCorrect, totalQuestions),
    align: 'right',
  },
  { head: 'Average score', cell: ({ averageScore }) => formatPercentage(averageScore), align: 'right' },
  { head: 'Attempts', cell: ({ totalAttempts }) => formatNumber(totalAttempts), align: 'right' },
];

/** All users by their correct answers in all quizzes. */
export function LeaderboardPage() {
  const search = useSearch({ from: '/inside/leaderboard' });
  const navigate = useNavigate({ from: '/leaderboard' });
  const live = useLivePage(['leaderboard', search], () =>
    dataOf(api.GET('/leaderboard', { params: { query: search } })),
  );
  return (
    <Page
      title="Leaderboard"
      description="All users over all quizzes: most correct answers first, then the higher average score."
      actions={
        <Button
          component="a"
          href={`/admin/api/leaderboard/export${ofTag(search.tag)}`}
          // If it fails, the page stays.
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      }
    >
      <LiveLeaderboard
        caption="Leaderboard over all quizzes"
        columns={columns}
        live={live}
        tag={search.tag}
        onChangeTag={(tag) => void navigate({ search: (now) => ({ ...now, page: undefined, tag }) })}
      />
    </Page>
  );
}
