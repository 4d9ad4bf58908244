import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '#libs/backoffice-ui/data-table.tsx';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { Empty } from '#libs/backoffice-ui/page-states.tsx';
import { CreateKey } from '../keys/create-key';
import { DeleteKey } from '../keys/delete-key';
import { keyColumns } from '../keys/key-columns';
import { type ApiKey, keysOptions } from '../keys/keys-data';

/** The newest keys of a user, with a link to all of them. */
export function UserKeys({ userId }: { userId: string }) {
  const keys = useQuery(keysOptions({ userId, limit: 10 }));
  const [isCreating, setIsCreating] = useState(false);
  const [deleted, setDeleted] = useState<ApiKey>();
  const total = keys.data?.pagination.total ?? 0;
  const columns = keyColumns({ now: keys.dataUpdatedAt, onDelete: setDeleted }).filter(({ head }) => head !== 'Owner');
  return (
    <Stack component="section" aria-labelledby="user-keys">
      <Group justify="space-between">
        <Title order={2} size="h3" id="user-keys">
          API keys
        </Title>
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
          Create key
        </Button>
      </Group>
      <DataTable
        caption="API keys of the user"
        columns={columns}
        query={keys}
        rows={keys.data?.keys}
        keyOf={({ id }) => id}
        empty={<Empty title="The user has no keys" />}
      />
      {total > 10 && (
        <LinkAnchor to="/settings/keys" search={{ userId }}>
          All {total.toLocaleString()} keys
        </LinkAnchor>
      )}
      {isCreating && <CreateKey userId={userId} onClose={() => setIsCreating(false)} />}
      {deleted !== undefined && <DeleteKey apiKey={deleted} onClose={() => setDeleted(undefined)} />}
    </Stack>
  );
}
