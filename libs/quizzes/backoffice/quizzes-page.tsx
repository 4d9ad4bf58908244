import { Button, Flex, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, Trash2, Upload } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkButton } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty, Failure } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { SelectedRows, selectionColumn, useSelection } from '#libs/backoffice-ui/selection.tsx';
import { totalsQuery } from './attempt-totals';
import { ColumnMenu, useHiddenColumns } from './column-menu';
import { ATTEMPT_COLUMNS, columnsFor } from './quiz-columns';
import { type Filters, QuizFilters } from './quiz-filters';
import { SelectedQuizzes } from './selected-quizzes';

/** The list of quizzes: search, filter, open, import and export. */
export function QuizzesPage() {
  const search = useSearch({ from: '/inside/quizzes' });
  const navigate = useNavigate({ from: '/quizzes' });
  const quizzes = useQuery({
    queryKey: ['quizzes', 'list', search],
    queryFn: () => dataOf(api.GET('/quizzes', { params: { query: search } })),
    placeholderData: keepPreviousData,
  });
  const { page: _, limit: __, sort = 'createdAt', order = 'desc', ...filters } = search;
  // Undefined values are dropped from the address.
  const show = (changed: Filters) => void navigate({ search: ({ page: _, ...before }) => ({ ...before, ...changed }) });
  const rows = quizzes.data?.quizzes ?? [];
  const [hidden, hide] = useHiddenColumns();
  const totals = useTotals(ATTEMPT_COLUMNS.every((head) => hidden.includes(head)) ? [] : rows.map(({ id }) => id));
  const selection = useSelection(rows);
  const deselect = (ids: string[]) => selection.set(selection.selected.filter(({ id }) => !ids.includes(id)));
  return (
    <Page title="Quizzes" actions={<Actions filters={filters} />}>
      <QuizFilters filters={filters} isSearching={quizzes.isPlaceholderData} onChange={show} />
      <Group gap="sm">
        <ColumnMenu hidden={hidden} onChange={hide} />
        <SelectedRows label="Selected quizzes" selection={selection}>
          <SelectedQuizzes quizzes={selection.selected} onDeleted={deselect} />
        </SelectedRows>
      </Group>
      {totals.error !== null && <Failure error={totals.error} retry={() => void totals.refetch()} />}
      <DataTable
        caption="Quizzes"
        columns={columnsFor({
          hidden,
          totals: totals.error === null ? totals.data : null,
          selection: selectionColumn(selection, ({ title }) => title),
          onDeleted: (id) => deselect([id]),
        })}
        query={quizzes}
        rows={quizzes.data?.quizzes}
        keyOf={({ id }) => id}
        empty={
          isFiltered(filters) ? (
            <Empty title="No matching quizzes">The search finds the beginnings of words in titles.</Empty>
          ) : (
            <NoQuizzes />
          )
        }
        sorting={{
          by: sort,
          order,
          onChange: (by, direction) =>
            void navigate({ search: ({ page: _, ...before }) => ({ ...before, sort: by, order: direction }) }),
        }}
      />
      <Pager query={quizzes} />
    </Page>
  );
}

/** The totals of the attempts at quizzes, by quiz. */
function useTotals(ids: string[]) {
  return useQuery({
    ...totalsQuery(ids),
    enabled: ids.length > 0,
    select: (totals) => new Map(totals.map((one) => [one.quizId, one])),
  });
}

const isFiltered = (filters: Filters) => Object.keys(filters).length > 0;

function Actions({ filters }: { filters: Record<string, string> }) {
  const query = isFiltered(filters) ? `?${new URLSearchParams(filters).toString()}` : '';
  return (
    <>
      <LinkButton to="/quizzes/trash" variant="default" leftSection={<Trash2 size={16} aria-hidden />}>
        Trash
      </LinkButton>
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
        {isFiltered(filters) ? 'Export results' : 'Export all'}
      </Button>
      <LinkButton to="/quizzes/new" leftSection={<Plus size={16} aria-hidden />}>
        New quiz
      </LinkButton>
    </>
  );
}

function NoQuizzes() {
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
