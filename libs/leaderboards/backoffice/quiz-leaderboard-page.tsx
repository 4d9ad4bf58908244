import { Button, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { formatDuration, formatOf, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { LiveLeaderboard } from './live-leaderboard';
import { ofTag } from './search';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { useLivePage } from './use-live-page';

const columns: Column<components['schemas']['QuizLeaderboardEntry']>[] = [
  { head: 'Score', cell: ({ percentage }) => formatPercentage(percentage), align: 'right' },
  {
    head: 'Correct',
    cell: ({ correctCount, totalQuestions }) => formatOf(correctCount, totalQuestions),
    align: 'right',
  },
  { head: 'Time taken', cell: ({ totalTimeMs }) => formatDuration(totalTimeMs), align: 'right' },
  { head: 'Completed', cell: ({ completedAt }) => <Time at={completedAt} /> },
];

/** The users of one quiz by their best attempts. */
export function QuizLeaderboardPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/leaderboard' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/leaderboard' });
  const navigate = useNavigate({ from: '/quizzes/$quizId/leaderboard' });
  const live = useLivePage(['leaderboard', quizId, search], () =>
    dataOf(api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quizId }, query: search } })),
  );
  return (
    <QuizPage
      quizId={quizId}
      title="Leaderboard"
      actions={
        <Button
          component="a"
          href={`/admin/api/quizzes/${encodeURIComponent(quizId)}/leaderboard/export${ofTag(search.tag)}`}
          // If it fails, the page stays.
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      }
    >
      <Text c="dimmed">Each user’s best attempt: the higher score first, then the shorter time.</Text>
      <LiveLeaderboard
        caption="Leaderboard of the quiz"
        columns={columns}
        live={live}
        tag={search.tag}
        onChangeTag={(tag) => void navigate({ search: (now) => ({ ...now, page: undefined, tag }) })}
      />
    </QuizPage>
  );
}
