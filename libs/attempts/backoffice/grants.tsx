import { Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { type Column, DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatDuration, formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { PageLinks } from '#libs/backoffice-ui/pager.tsx';

type Grant = components['schemas']['GrantOfUser'];

const LIMIT = 10;

/** Who was granted more attempts or time at a quiz. Nothing where nobody was. */
export function Grants({ quizId }: { quizId: string }) {
  const [page, setPage] = useState(1);
  const grants = useQuery({
    queryKey: ['grants', quizId, 'list', page],
    queryFn: () =>
      dataOf(api.GET('/quizzes/{id}/grants', { params: { path: { id: quizId }, query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
  });
  if (grants.data === undefined || grants.data.pagination.total === 0) return null;
  // The last grant of the last page was revoked.
  if (page > grants.data.pagination.totalPages) setPage(grants.data.pagination.totalPages);
  return (
    <Stack component="section" aria-labelledby="grants" gap="xs">
      <Title order={2} size="h3" id="grants">
        Granted
      </Title>
      <DataTable
        caption="Granted"
        columns={COLUMNS}
        query={grants}
        rows={grants.data.grants}
        keyOf={({ userId }) => userId}
        empty={null}
      />
      <PageLinks label="Pages of grants" pagination={grants.data.pagination} onChange={setPage} />
    </Stack>
  );
}

const COLUMNS: Column<Grant>[] = [
  {
    head: 'User',
    cell: ({ userId, displayName, userErased }) => <UserLink id={userId} name={displayName} isErased={userErased} />,
  },
  {
    head: 'Extra attempts',
    align: 'right',
    cell: ({ extraAttempts }) => (extraAttempts === 0 ? '–' : formatNumber(extraAttempts)),
  },
  {
    head: 'Extra time',
    align: 'right',
    cell: ({ extraSeconds }) => (extraSeconds === 0 ? '–' : formatDuration(extraSeconds * 1000)),
  },
  { head: 'Attempts', align: 'right', cell: ({ attempts }) => formatNumber(attempts) },
];
