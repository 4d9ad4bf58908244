import { Button, Flex, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, Upload } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkButton } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty, Failure } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { SearchField } from '#libs/backoffice-ui/search-field.tsx';
import { SelectedRows, selectionColumn, useSelection } from '#libs/backoffice-ui/selection.tsx';
import { totalsQuery } from './attempt-totals';
import { ColumnMenu, useHiddenColumns } from './column-menu';
import { ATTEMPT_COLUMNS, columnsFor } from './quiz-columns';
import { SelectedQuizzes } from './selected-quizzes';

/** The list of quizzes: search, open, import and export. */
export function QuizzesPage() {
  const search = useSearch({ from: '/inside/quizzes' });
  const navigate = useNavigate({ from: '/quizzes' });
  const quizzes = useQuery({
    queryKey: ['quizzes', 'list', search],
    queryFn: () => dataOf(api.GET('/quizzes', { params: { query: search } })),
    placeholderData: keepPreviousData,
  });
  const rows = quizzes.data?.quizzes ?? [];
  const [hidden, hide] = useHiddenColumns();
  const totals = useTotals(ATTEMPT_COLUMNS.every((head) => hidden.includes(head)) ? [] : rows.map(({ id }) => id));
  const selection = useSelection(rows);
  const deselect = (ids: string[]) => selection.set(selection.selected.filter(({ id }) => !ids.includes(id)));
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

/** The totals of the attempts at quizzes, by quiz. */
function useTotals(ids: string[]) {
  return useQuery({
    ...totalsQuery(ids),
    enabled: ids.length > 0,
    select: (totals) => new Map(totals.map((one) => [one.quizId, one])),
  });
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
