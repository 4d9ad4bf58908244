import { Button, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { BarFigure } from '#libs/backoffice-ui/bar-figure.tsx';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { formatDay } from '#libs/backoffice-ui/numbers.ts';
import { Empty, Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { pollWhileFound } from '#libs/backoffice-ui/poll-while-found.ts';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { AnswerTables } from './answer-table';
import { CheckSection } from './check-section';
import { QuestionTable } from './question-table';
import { ScoreFigures } from './score-figures';
import { mergePairs, nameOfRange, rangeOf } from './score-ranges';
import type { Filters } from './search';
import { type Sort, sortQuestions } from './sort-questions';
import { StatisticsFilters } from './statistics-filters';
import { withoutEmptyEnds } from './without-empty-ends';

type Statistics = components['schemas']['QuizStatistics'];

/** Beyond this number of attempts the page does not ask again by itself, because the answer is expensive. */
const MANY_ATTEMPTS = 10_000;

/** The statistics of a quiz and its questions. */
export function StatisticsPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/statistics' });
  const { sort = 'number', order = 'asc', ...filters } = useSearch({ from: '/inside/quizzes/$quizId/statistics' });
  const navigate = useNavigate({ from: '/quizzes/$quizId/statistics' });
  const statistics = useQuery({
    queryKey: ['quizzes', quizId, 'statistics', filters],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/statistics', { params: { path: { id: quizId }, query: filters } })),
    // The versions to choose from stay, figures of other filters do not.
    placeholderData: (former, query) => (query?.queryKey[1] === quizId ? former : undefined),
    // A new attempt is shown without a reload. First and best attempts are chosen among many.
    refetchInterval: (query) => {
      const { data } = query.state;
      const isCheap = data !== undefined && filters.attempts === undefined && data.attempts < MANY_ATTEMPTS;
      return isCheap && pollWhileFound(10_000)(query);
    },
  });
  const isLoading = statistics.isPending || statistics.isPlaceholderData;
  const show = (changed: Filters) =>
    void navigate({ search: (before) => ({ sort: before.sort, order: before.order, ...changed }) });
  return (
    <QuizPage
      quizId={quizId}
      title="Statistics"
      actions={
        <Button
          component="a"
          href={exportAddress(quizId, filters)}
          // If it fails, the page stays.
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Export questions as CSV
        </Button>
      }
    >
      <StatisticsFilters filters={filters} versions={statistics.data?.versions ?? []} onChange={show} />
      {isLoading && <Loading />}
      {statistics.isError && <Failure error={statistics.error} retry={() => void statistics.refetch()} />}
      {statistics.data !== undefined && !isLoading && !statistics.isError && (
        <Figures
          quizId={quizId}
          statistics={statistics.data}
          filters={filters}
          sorting={{
            by: sort,
            order,
            onChange: (by, direction) =>
              void navigate({ search: (before) => ({ ...before, sort: by, order: direction }), resetScroll: false }),
          }}
          onShowAll={() => show({})}
        />
      )}
    </QuizPage>
  );
}

interface Props {
  quizId: string;
  statistics: Statistics;
  filters: Filters;
  sorting: { by: Sort; order: 'asc' | 'desc'; onChange: (by: Sort, order: 'asc' | 'desc') => void };
  onShowAll: () => void;
}

function Figures({ quizId, statistics, filters, sorting, onShowAll }: Props) {
  const { attempts, passPercentage, days, versions } = statistics;
  if (attempts === 0) return <NoAttempts isFiltered={Object.keys(filters).length > 0} onShowAll={onShowAll} />;
  const questions = sortQuestions(statistics.questions, sorting.by, sorting.order);
  // A quiz of few questions has few possible scores: finer ranges would stay empty between them.
  const scores = questions.length > 10 ? statistics.scores : mergePairs(statistics.scores);
  const passMark = rangeOf(scores, passPercentage);
  const asked = {
    quizId,
    version: filters.version ?? versions[0]?.version ?? 1,
    isCurrent: filters.version === undefined || filters.version === versions[0]?.version,
  };
  return (
    <>
      <CheckSection questions={sortQuestions(statistics.questions, 'number', 'asc')} {...asked} />
      <ScoreFigures statistics={statistics} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <BarFigure
          title="Score distribution"
          description={`How many attempts reached which score. From ${passPercentage}% on an attempt passes.`}
          category={{ name: 'Score', of: nameOfRange }}
          rows={withoutEmptyEnds(scores, (range) => range.attempts > 0 || range === passMark.row)}
          series={[{ name: 'Attempts', of: (range) => range.attempts }]}
          mark={{ at: passMark, label: `Pass mark ${passPercentage}%` }}
          empty="No attempts"
        />
        <BarFigure
          title="Attempts over time"
          description="By day (UTC), in the last 90 days at most."
          category={{ name: 'Day', of: ({ day }) => formatDay(day) }}
          rows={withoutEmptyEnds(days, (day) => day.attempts > 0)}
          series={[
            { name: 'Passed', of: (day) => day.passed },
            { name: 'Not passed', of: (day) => day.attempts - day.passed },
          ]}
          total="Attempts"
          empty="There were no attempts in these days."
        />
      </SimpleGrid>
      <QuestionTable questions={questions} sorting={sorting} {...asked} />
      <AnswerTables questions={questions} />
    </>
  );
}

function NoAttempts({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered) {
    return <Empty title="Nobody has taken this quiz yet">Statistics appear with the first attempt.</Empty>;
  }
  return (
    <Empty title="No matching attempts">
      <Button variant="default" onClick={onShowAll}>
        Show all attempts
      </Button>
    </Empty>
  );
}

function exportAddress(quizId: string, filters: Filters): string {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  return `/admin/api/quizzes/${encodeURIComponent(quizId)}/statistics/export?${query.toString()}`;
}
