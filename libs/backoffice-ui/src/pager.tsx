import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './search-params';

interface PageOfList {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

interface Props {
  query: { data: { pagination: PageOfList } | undefined; fetchStatus: 'fetching' | 'paused' | 'idle' };
}

/** The first page has no number in the address. */
const inAddress = (page: number) => (page === 1 ? undefined : page);

/** The links to the pages of a list, and the choice of their size. Both are in the address. Addresses after the last page lead to that page. */
export function Pager({ query: { data, fetchStatus } }: Props) {
  const navigate = useNavigate();
  if (data === undefined) return null;
  const { page, totalPages } = data.pagination;
  if (totalPages > 0 && page > totalPages) {
    // Until the response arrives, the data may be of another page, or cached from before the list grew.
    if (fetchStatus !== 'idle') return null;
    return <Navigate to="." search={(now) => ({ ...now, page: inAddress(totalPages) })} replace />;
  }
  return (
    <PageLinks
      pagination={data.pagination}
      onChange={(to) => void navigate({ to: '.', search: (now) => ({ ...now, page: inAddress(to) }) })}
    >
      <PageSize />
    </PageLinks>
  );
}

/** Chooses how many entries a page has. The first page follows. */
function PageSize() {
  const { limit = DEFAULT_PAGE_SIZE } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (size: number) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, page: undefined, limit: size === DEFAULT_PAGE_SIZE ? undefined : size }),
    });
  return (
    <NativeSelect
      aria-label="Entries per page"
      size="xs"
      data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }))}
      value={String(limit)}
      onChange={({ currentTarget }) => show(Number(currentTarget.value))}
    />
  );
}

interface LinksProps {
  /** The accessible name, where a page has several lists. */
  label?: string;
  pagination: PageOfList;
  onChange: (page: number) => void;
  /** Shown if the list does not fit into the smallest page. */
  children?: ReactNode;
}

/** Links to the other pages of a list, and the number of entries. */
export function PageLinks({ label = 'Pages of the list', pagination, onChange, children }: LinksProps) {
  const { page, limit, total, totalPages } = pagination;
  if (total === 0) return null;
  const first = (page - 1) * limit + 1;
  return (
    <Group justify="space-between" component="nav" aria-label={label}>
      <Text size="sm" c="dimmed" role="status">
        {first.toLocaleString()}–{Math.min(page * limit, total).toLocaleString()} of {total.toLocaleString()}
      </Text>
      {total > PAGE_SIZES[0] && children}
      {totalPages > 1 && (
        <Pagination
          value={page}
          total={totalPages}
          onChange={onChange}
          siblings={1}
          size="sm"
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': `To the ${control} page` })}
        />
      )}
    </Group>
  );
}
