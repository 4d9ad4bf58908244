import { Button, Group, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '#libs/backoffice-ui/data-table.tsx';
import { Email } from '#libs/backoffice-ui/email.tsx';
import { PagedTable } from '#libs/backoffice-ui/paged-table.tsx';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import type { CreatedApiKey } from './keys-data';
import { keysFile } from './keys-file';
import { ShownOnceDialog } from './shown-once-dialog';

const LEAVING = {
  title: 'Have you stored the keys?',
  text: 'They are shown only once. If you leave without them, you have to delete them and create others.',
  stay: 'Back to the keys',
  leave: 'Leave',
};

const columnsFor = (users: User[]): Column<CreatedApiKey>[] => [
  { head: 'User', role: 'name', cell: ({ owner }) => <bdi>{owner.displayName}</bdi> },
  { head: 'Email', cell: ({ owner }) => <Email>{users.find(({ id }) => id === owner.id)?.email ?? ''}</Email> },
  {
    head: 'Key',
    cell: ({ key }) => (
      <Text size="sm" ff="monospace" style={{ wordBreak: 'break-all' }}>
        {key}
      </Text>
    ),
  },
];

interface Props {
  created: CreatedApiKey[];
  /** Their owners. */
  users: User[];
  onClose: () => void;
}

/** Shows new keys, once, and saves them as a file. The user leaves by saying that they are stored. */
export function CreatedKeysDialog({ created, users, onClose }: Props) {
  const [isSaved, setSaved] = useState(false);
  const save = () => {
    saveFile(`api-keys-${new Date().toISOString().slice(0, 10)}.csv`, [keysFile(created, users)]);
    setSaved(true);
  };
  return (
    <ShownOnceDialog
      title="Store the new keys now"
      size="xl"
      notice={{
        title: 'They are shown only once',
        text: 'The service keeps no copy of them. Give each user their own key only: anyone who has a key acts as its user.',
      }}
      leaving={LEAVING}
      isStored={isSaved}
    >
      <Group justify="end">
        <Button leftSection={<Download size={16} aria-hidden />} onClick={save}>
          Save as CSV
        </Button>
        <Button variant="default" onClick={onClose}>
          I have stored them
        </Button>
      </Group>
      <PagedTable
        caption="New keys"
        columns={columnsFor(users)}
        rows={created}
        keyOf={({ id }) => id}
        empty={undefined}
      />
    </ShownOnceDialog>
  );
}
