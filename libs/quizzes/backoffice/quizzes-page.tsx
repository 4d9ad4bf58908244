import { Button, Flex } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, Upload } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor, LinkButton } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { SearchField } from '#libs/backoffice-ui/search-field.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { QuizMenu } from './quiz-menu';

type ListedQuiz = components['schemas']['ListedQuiz'];
type Sort = 'title' | 'createdAt' | 'updatedAt';

const COLUMNS: Column<ListedQuiz, Sort>[] = [
  {
    head: 'Title',
    sort: 'title',
    cell: ({ id, title }) => (
      <LinkAnchor to="/quizzes/$quizId" params={{ quizId: id }}>
        <bdi>{title}</bdi>
      </LinkAnchor>
    ),
  },
  { head: 'Questions', align: 'right', cell: ({ questionCount }) => questionCount.toLocaleString() },
  { head: 'Author', cell: ({ authorName }) => <bdi>{authorName}</bdi> },
  { head: 'Created', sort: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Changed', sort: 'updatedAt', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  { head: 'More', cell: (quiz) => <QuizMenu quiz={quiz} withPages /> },
];

/** The list of quizzes: search, open, import and export. */
export function QuizzesPage() {
  const search = useSearch({ from: '/inside/quizzes' });
  const navigate = useNavigate({ from: '/quizzes' });
  const quizzes = useQuery({
    queryKey: ['quizzes', 'list', search],
    queryFn: () => dataOf(api.GET('/quizzes', { params: { query: search } })),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Quizzes" actions={<Actions search={search.search} />}>
      <SearchField
        label="Search titles"
        value={search.search}
        isSearching={quizzes.isPlaceholderData}
        onChange={(text) =>
          void navigate({
            search: ({ page: _, search: __, ...rest }) => ({ ...rest, ...(text !== undefined && { search: text }) }),
          })
        }
      />
      <DataTable
        caption="Quizzes"
        columns={COLUMNS}
        query={quizzes}
        rows={quizzes.data?.quizzes}
        keyOf={({ id }) => id}
        empty={<NoQuizzes isSearch={search.search !== undefined} />}
        sorting={{
          by: search.sort ?? 'createdAt',
          order: search.order ?? 'desc',
          onChange: (sort, order) => void navigate({ search: ({ page: _, ...rest }) => ({ ...rest, sort, order }) }),
        }}
      />
      <Pager query={quizzes} />
    </Page>
  );
}

function Actions({ search }: { search: string | undefined }) {
  const query = search === undefined ? '' : `?${new URLSearchParams({ search }).toString()}`;
  return (
    <>
      <LinkButton to="/quizzes/import" variant="default" leftSection={<Upload size={16} aria-hidden />}>
        Import
      </LinkButton>
      <Button
        component="a"
        href={`/admin/api/quizzes/export${query}`}
        download
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
      >
        {search === undefined ? 'Export all' : 'Export results'}
      </Button>
      <LinkButton to="/quizzes/new" leftSection={<Plus size={16} aria-hidden />}>
        New quiz
      </LinkButton>
    </>
  );
}

function NoQuizzes({ isSearch }: { isSearch: boolean }) {
  if (isSearch) return <Empty title="No title has all these words">Search for the beginnings of words.</Empty>;
  return (
    <Empty title="There are no quizzes yet">
      <Flex gap="xs" wrap="wrap">
        <LinkButton to="/quizzes/new">Create the first</LinkButton>
        <LinkButton to="/quizzes/import" variant="default">
          Import quizzes
        </LinkButton>
      </Flex>
    </Empty>
  );
}
