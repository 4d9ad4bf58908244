import { Group, Pagination, Text } from '@mantine/core';

interface Props {
  pagination: { page: number; limit: number; total: number; totalPages: number } | undefined;
  onChange: (page: number) => void;
}

/** Links to the other pages of a list, and the number of entries. */
export function Pager({ pagination, onChange }: Props) {
  if (pagination === undefined || pagination.total === 0) return null;
  const { page, limit, total, totalPages } = pagination;
  const first = (page - 1) * limit + 1;
  return (
    <Group justify="space-between" component="nav" aria-label="Pages of the list">
      <Text size="sm" c="dimmed" role="status">
        {first.toLocaleString()}–{Math.min(page * limit, total).toLocaleString()} of {total.toLocaleString()}
      </Text>
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
