import { Button, Group, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { FILTER_WIDTH } from '#libs/backoffice-ui/filter-width.ts';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { Pager } from '#libs/backoffice-ui/pager.tsx';
import { SearchField } from '#libs/backoffice-ui/search-field.tsx';
import { UserSelect } from '#libs/backoffice-ui/user-select.tsx';
import { CreateKey } from './create-key';
import { DeleteKey } from './delete-key';
import { keyColumns } from './key-columns';
import { type ApiKey, keysOptions } from './keys-data';

const STATES = [
  { value: 'ending', label: 'Ends within 14 days' },
  { value: 'unused', label: 'Never used' },
  { value: 'disabled', label: 'Disabled' },
] as const;

export function KeysPage() {
  const { create: isCreateLinked, ...search } = useSearch({ from: '/inside/settings/keys' });
  const navigate = useNavigate({ from: '/settings/keys' });
  const { sort = 'createdAt', order = 'desc' } = search;
  const keys = useQuery({
    ...keysOptions(search),
    placeholderData: keepPreviousData,
  });
  const [isCreating, setIsCreating] = useState(isCreateLinked === true);
  const [deleted, setDeleted] = useState<ApiKey>();
  /** A changed filter shows the first page. */
  const show = (changes: Partial<typeof search>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...changes }), replace });
  const closeCreation = () => {
    setIsCreating(false);
    if (isCreateLinked === true) void navigate({ search, replace: true, ignoreBlocker: true });
  };
  const isFiltered = [search.search, search.userId, search.state].some((filter) => filter !== undefined);
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      description="Programs use these keys to call the API. Each key acts as its owner."
      actions={create}
    >
      <Group align="end" gap="sm">
        <SearchField
          label="Search keys"
          value={search.search}
          onChange={(words) => show({ search: words }, true)}
          isSearching={keys.isPlaceholderData}
        />
        <UserSelect
          aria-label="Owner"
          placeholder="All owners"
          clearable
          w={FILTER_WIDTH}
          value={search.userId ?? null}
          onChange={(userId) => show({ userId: userId ?? undefined })}
        />
        <NativeSelect
          aria-label="State"
          data={[{ value: '', label: 'All keys' }, ...STATES]}
          value={search.state ?? ''}
          onChange={({ currentTarget }) =>
            show({ state: STATES.find(({ value }) => value === currentTarget.value)?.value })
          }
        />
      </Group>
      <DataTable
        caption="API keys"
        columns={keyColumns({ now: keys.dataUpdatedAt, onDelete: setDeleted })}
        query={keys}
        rows={keys.data?.keys}
        keyOf={({ id }) => id}
        sorting={{ by: sort, order, onChange: (by, direction) => show({ sort: by, order: direction }) }}
        empty={
          isFiltered ? (
            <Empty title="No matching keys">
              <Button
                variant="default"
                onClick={() => show({ search: undefined, userId: undefined, state: undefined })}
              >
                Show all keys
              </Button>
            </Empty>
          ) : (
            <Empty title="There are no keys yet">Create one for each program that calls the API.</Empty>
          )
        }
      />
      <Pager query={keys} />
      {isCreating && <CreateKey userId={search.userId} onClose={closeCreation} />}
      {deleted !== undefined && <DeleteKey apiKey={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  );
}
