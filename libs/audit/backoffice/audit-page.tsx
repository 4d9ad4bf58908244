import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { useContributions } from '#libs/backoffice-ui/contribution.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { MoreRows } from '#libs/backoffice-ui/more-rows.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { AuditFilters } from './audit-filters';
import { auditColumns } from './audit-columns';

/** Who did what to which key, user or quiz, when and from where; newest first. */
export function AuditPage() {
  const { auditSubjects } = useContributions();
  const { subjectKind, ...others } = useSearch({ from: '/inside/audit' });
  const filters = {
    ...others,
    ...(subjectKind !== undefined && Object.hasOwn(auditSubjects, subjectKind) && { subjectKind }),
  };
  const navigate = useNavigate({ from: '/audit' });
  const entries = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/audit', { params: { query: { ...filters, ...(pageParam !== null && { cursor: pageParam }) } } }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Audit log"
      description="Changes by administrators, keys and the service itself. Nobody can edit entries; those about erased users lose names, and old ones can expire."
      actions={
        <Button
          component="a"
          href={`/admin/api/audit/export?${new URLSearchParams(filters).toString()}`}
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      }
    >
      <AuditFilters filters={filters} onChange={(changed) => void navigate({ search: changed })} />
      <DataTable
        caption="Audit log"
        columns={auditColumns}
        query={entries}
        rows={entries.data?.pages.flatMap((page) => page.entries)}
        keyOf={({ id }) => id}
        empty={<Empty title={isFiltered ? 'No matching entries' : 'Nothing has happened yet'} />}
      />
      <MoreRows query={entries} />
    </Page>
  );
}
