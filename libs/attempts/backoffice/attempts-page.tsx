import { Alert, Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { MoreRows } from '#libs/backoffice-ui/more-rows.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { columnsFor } from './attempt-columns';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { AttemptFilters, type Filters } from './attempt-filters';
import { AttemptTotal } from './attempt-total';
import { GrantButton } from './grant-button';
import { Grants } from './grants';
import { OpenStarts } from './open-starts';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';

/** The attempts at a quiz; newest first, unless they are sorted otherwise. */
export function AttemptsPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/attempts' });
  const search = useSearch({ from: '/inside/quizzes/$quizId/attempts' });
  const { sort = 'completedAt', order = 'desc', ...filters } = search;
  const navigate = useNavigate({ from: '/quizzes/$quizId/attempts' });
  const attempts = useInfiniteQuery({
    queryKey: ['attempts', quizId, search],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/quizzes/{id}/attempts', {
          params: { path: { id: quizId }, query: { ...search, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(filters).length > 0;
  const rows = attempts.data?.pages.flatMap((page) => page.attempts);
  const since = attempts.data?.pages[0]?.since ?? null;
  const show = (changed: Filters) =>
    void navigate({ search: (before) => ({ sort: before.sort, order: before.order, ...changed }) });
  return (
    <QuizPage
      quizId={quizId}
      title="Attempts"
      actions={
        <>
          <ForAdministrators>
            <GrantButton quizId={quizId} userId={filters.userId} />
          </ForAdministrators>
          <Button
            component="a"
            href={exportAddress(quizId, filters)}
            // If it fails, the page stays.
            download
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <OpenStarts quizId={quizId} />
      <Grants quizId={quizId} />
      <AttemptFilters filters={filters} onChange={show} />
      {since !== null && (
        <Alert variant="outline" title="Not all attempts are sorted">
          There are too many. These are the attempts since <Time at={since} />. Choose an earlier range of days to sort
          the others.
        </Alert>
      )}
      <AttemptTotal query={attempts} />
      <DataTable
        caption="Attempts"
        columns={columnsFor(search)}
        query={attempts}
        rows={rows}
        keyOf={({ attemptId }) => attemptId}
        sorting={{
          by: sort,
          order,
          onChange: (by, direction) =>
            void navigate({ search: (before) => ({ ...before, sort: by, order: direction }), resetScroll: false }),
        }}
        empty={
          isFiltered ? (
            <Empty title="No matching attempts">
              <Button variant="default" onClick={() => show({})}>
                Show all attempts
              </Button>
            </Empty>
          ) : (
            <Empty title="Nobody has taken this quiz yet">Attempts appear here as soon as players submit them.</Empty>
          )
        }
      />
      <MoreRows query={attempts} />
    </QuizPage>
  );
}

function exportAddress(quizId: string, filters: Filters): string {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  return `/admin/api/quizzes/${encodeURIComponent(quizId)}/attempts/export?${query.toString()}`;
}
