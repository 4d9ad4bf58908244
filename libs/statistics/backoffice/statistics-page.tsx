import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { BarFigure } from '#libs/backoffice-ui/bar-figure.tsx';
import { LinkButton } from '#libs/backoffice-ui/links.tsx';
import { formatDay, formatNumber, formatShare } from '#libs/backoffice-ui/numbers.ts';
import { Empty, Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { StatTiles } from '#libs/backoffice-ui/stat-tiles.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { QuestionTable } from './question-table';
import { ENOUGH_ATTEMPTS } from './question-words';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { mergePairs, nameOfRange } from './score-ranges';

type Statistics = components['schemas']['QuizStatistics'];

/** The statistics of a quiz and its questions. */
export function StatisticsPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/statistics' });
  const statistics = useQuery({
    queryKey: ['quizzes', quizId, 'statistics'],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/statistics', { params: { path: { id: quizId } } })),
    // Attempts are counted in the background: refetching shows a new attempt without a reload.
    refetchInterval: 10_000,
  });
  return (
    <QuizPage quizId={quizId} title="Statistics">
      {statistics.isPending && <Loading />}
      {statistics.isError && <Failure error={statistics.error} retry={() => void statistics.refetch()} />}
      {statistics.data !== undefined && <Figures quizId={quizId} statistics={statistics.data} />}
    </QuizPage>
  );
}

function Figures({ quizId, statistics }: { quizId: string; statistics: Statistics }) {
  const { attempts, passed, timedOut, upTo, scores, days, questions } = statistics;
  return (
    <>
      <StatTiles
        tiles={[
          { name: 'Attempts', value: formatNumber(attempts) },
          { name: 'Pass rate', value: formatShare(passed, attempts), note: `${formatNumber(passed)} passed` },
          { name: 'Timed out', value: formatNumber(timedOut), note: formatShare(timedOut, attempts) },
        ]}
      />
      <Text size="sm" c="dimmed">
        Counts all attempts up to <Time at={upTo} />.
      </Text>
      {attempts < ENOUGH_ATTEMPTS ? (
        <Empty title="Not enough attempts yet">
          <Text ta="center">
            Charts and statistics of the questions are shown from {ENOUGH_ATTEMPTS} attempts on, because fewer mean
            little. There {attempts === 1 ? 'is' : 'are'} {formatNumber(attempts)} so far.
          </Text>
          {attempts > 0 && (
            <LinkButton to="/quizzes/$quizId/attempts" params={{ quizId }} variant="default">
              Show the attempts
            </LinkButton>
          )}
        </Empty>
      ) : (
        <>
          <BarFigure
            title="Score distribution"
            description="How many attempts reached which score."
            category={{ name: 'Score', of: nameOfRange }}
            // A quiz of few questions has few possible scores: finer ranges would stay empty between them.
            rows={questions.length > 10 ? scores : mergePairs(scores)}
            series={[{ name: 'Attempts', of: (range) => range.attempts }]}
            empty="No attempts"
          />
          <BarFigure
            title="Attempts over time"
            description="Attempts of the last 90 days, by day (UTC)."
            category={{ name: 'Day', of: ({ day }) => formatDay(day) }}
            rows={days}
            series={[
              { name: 'Passed', of: (day) => day.passed },
              { name: 'Not passed', of: (day) => day.attempts - day.passed },
            ]}
            total="Attempts"
            empty="There were no attempts in the last 90 days."
          />
          <QuestionTable questions={questions} />
        </>
      )}
    </>
  );
}
