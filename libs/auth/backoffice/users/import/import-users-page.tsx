import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ImportReport } from '#libs/backoffice-ui/import-report.tsx';
import { ImportRun } from '#libs/backoffice-ui/import-run.ts';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { saveFile } from '#libs/backoffice-ui/save-file.ts';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import { KeysOfUsers, MAX_OWNERS } from '../../keys/keys-of-users';
import { rejectedFile, rowsToImport, type UserReading, type UserRow } from './user-file';
import { UserFileForm } from './user-file-form';

/** One request at a time, so that users are created in the order of the file. */
const IN_FILE_ORDER = 1;

interface Import {
  columns: string[];
  run: ImportRun<UserRow, User>;
}

/** Creates users from a CSV file, after a preview. */
export function ImportUsersPage() {
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState<Import>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['users'] });
  const begin = ({ columns, rows }: UserReading) => {
    const run = new ImportRun(rowsToImport(rows).values(), createUser, IN_FILE_ORDER);
    setCurrent({ columns, run });
    void run.run().then(refresh);
  };
  return (
    <Page title="Import users">
      {current === undefined ? (
        <UserFileForm onImport={begin} />
      ) : (
        <ImportReport
          run={current.run}
          noun="user"
          items="rows"
          show={({ id, displayName }) => <UserLink id={id} name={displayName} />}
          save={(rejected) =>
            saveFile('rejected-users.csv', [
              rejectedFile(
                current.columns,
                rejected.map(({ item, reason }) => ({ row: item.row, reason })),
              ),
            ])
          }
          onContinue={() => void current.run.run().then(refresh)}
          onRetry={() => void current.run.retry().then(refresh)}
          onAnother={() => setCurrent(undefined)}
          next={(users) => <KeysButton users={users} />}
        />
      )}
    </Page>
  );
}

function KeysButton({ users }: { users: User[] }) {
  const [isOpen, setOpen] = useState(false);
  if (users.length > MAX_OWNERS)
    return (
      <Text size="sm">
        Keys are created for up to {MAX_OWNERS.toLocaleString()} users at once: select these users in the list of users.
      </Text>
    );
  return (
    <>
      <Button leftSection={<KeyRound size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Create keys for the new users …
      </Button>
      {isOpen && <KeysOfUsers users={users} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Once, even if the answer is lost: the client repeats the request with the same Idempotency-Key, and emails are unique. */
async function createUser({ row: { user } }: UserRow) {
  if (user === null) throw new Error('A row without a user is not sent');
  return { result: await dataOf(api.POST('/users', { body: user })), isExisting: false };
}
