import { Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { components } from '../../api/api.gen';
import { api, dataOf } from '../../api/client';
import type { Column } from '../../components/data-table';
import { formatDuration, formatOf, formatPercentage } from '../../components/numbers';
import { Time } from '../../components/time';
import { LiveLeaderboard } from './live-leaderboard';
import { ResultsPage } from './results-page';
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
  const { page = 1 } = useSearch({ from: '/inside/quizzes/$quizId/leaderboard' });
  const navigate = useNavigate({ from: '/quizzes/$quizId/leaderboard' });
  const live = useLivePage(['leaderboard', quizId, page], () =>
    dataOf(api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quizId }, query: { page } } })),
  );
  return (
    <ResultsPage quizId={quizId} title="Leaderboard">
      <Text c="dimmed">Each user’s best attempt: the higher score first, then the shorter time.</Text>
      <LiveLeaderboard
        caption="Leaderboard of the quiz"
        columns={columns}
        live={live}
        onPage={(to) => void navigate({ search: to === 1 ? {} : { page: to } })}
      />
    </ResultsPage>
  );
}
