import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { MoreRows } from '#libs/backoffice-ui/more-rows.tsx';
import { Empty, NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { UserTagFilter } from '#libs/backoffice-ui/user-tag-filter.tsx';
import { AnswerGrid } from './answer-grid';
import { ATTEMPT_LABELS, ONE_PER_USER } from './search';

/** How each user answered each question of a quiz. */
export function GridPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/answers' });
  const filters = useSearch({ from: '/inside/quizzes/$quizId/answers' });
  const { attempts = 'best', tag } = filters;
  const navigate = useNavigate({ from: '/quizzes/$quizId/answers' });
  const grid = useInfiniteQuery({
    queryKey: ['quizzes', quizId, 'answer-grid', filters],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/quizzes/{id}/answer-grid', {
          params: { path: { id: quizId }, query: { ...filters, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const show = (changes: Partial<typeof filters>) => void navigate({ search: (now) => ({ ...now, ...changes }) });
  const rows = grid.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <QuizPage
      quizId={quizId}
      title="Answers"
      actions={
        <Button
          component="a"
          href={`/admin/api/quizzes/${encodeURIComponent(quizId)}/answer-grid/export?${new URLSearchParams(filters).toString()}`}
          // If it fails, the page stays.
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      }
    >
      <Group component="search" aria-label="Filters" align="end" gap="sm">
        <NativeSelect
          label="Attempts"
          data={ONE_PER_USER.map((value) => ({ value, label: ATTEMPT_LABELS[value] }))}
          value={attempts}
          onChange={({ currentTarget: { value } }) =>
            show({ attempts: value === 'best' ? undefined : (value as typeof attempts) })
          }
        />
        <UserTagFilter value={tag} onChange={(chosen) => show({ tag: chosen })} />
      </Group>
      <Text size="sm" c="dimmed">
        ✓ correct, ✗ wrong, ○ not answered, – not asked: the version of the attempt does not have the question. The
        questions are those of the current version. Voided attempts are left out.
      </Text>
      {grid.data === undefined ? (
        <NotLoaded error={grid.error} refetch={grid.refetch} />
      ) : rows.length === 0 ? (
        <Empty title={tag === undefined ? 'There are no answers yet' : 'No user with this tag has taken the quiz'}>
          They appear with the first attempt.
        </Empty>
      ) : (
        <AnswerGrid quizId={quizId} questions={grid.data.pages[0]?.questions ?? []} rows={rows} />
      )}
      <MoreRows query={grid} />
    </QuizPage>
  );
}
