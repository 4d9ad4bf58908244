import { Text } from '@mantine/core';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

interface Props {
  /** Its total is null if more attempts match than are counted. */
  query: { data: { pages: { total: number | null }[] } | undefined };
}

/** How many attempts a list has, with those that are not loaded yet. */
export function AttemptTotal({ query }: Props) {
  const total = query.data?.pages.at(-1)?.total;
  if (total === undefined || total === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {total === null ? 'More than 10,000 attempts' : `${formatNumber(total)} attempt${total === 1 ? '' : 's'}`}
    </Text>
  );
}
