import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useId } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { UserPage } from '#libs/backoffice-ui/user-page.tsx';
import { auditColumns } from './audit-columns';
import type { auditSearch } from './search';

/** What a user did, and what was done to them. */
export function UserAuditPage() {
  const { userId } = useParams({ from: '/inside/users/$userId/audit' });
  return (
    <UserPage userId={userId} title="Audit log">
      <Newest title="What the user did" filter={{ actorId: userId }} without="Who" />
      <Newest title="What was done to the user" filter={{ affectedUserId: userId }} />
    </UserPage>
  );
}

interface Props {
  title: string;
  filter: ReturnType<typeof auditSearch>;
  /** The head of a column that is the same in all rows. */
  without?: string;
}

/** The newest ten entries, with a link to all of them. */
function Newest({ title, filter, without }: Props) {
  const id = useId();
  const entries = useQuery({
    queryKey: ['audit', 'newest', filter],
    queryFn: () => dataOf(api.GET('/audit', { params: { query: { ...filter, limit: 10 } } })),
  });
  return (
    <Stack component="section" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <DataTable
        caption={title}
        columns={auditColumns.filter(({ head }) => head !== without)}
        query={{ ...entries, isPlaceholderData: false }}
        rows={entries.data?.entries}
        keyOf={(entry) => entry.id}
        empty={<Empty title="No entries" />}
      />
      {entries.data !== undefined && entries.data.nextCursor !== null && (
        <LinkAnchor to="/audit" search={filter}>
          All entries: {title.toLowerCase()}
        </LinkAnchor>
      )}
    </Stack>
  );
}
