import { Button } from '@mantine/core';
import { Ban, RotateCcw, UserCog } from 'lucide-react';
import { useState } from 'react';
import type { Selection } from '#libs/backoffice-ui/selection.tsx';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import type { Kind } from './bulk-change';
import { ChangeUsers } from './change-users';

/** Changes the role of the selected users, suspends them, or ends their suspension. */
export function SelectedUsers({ selection: { selected, set } }: { selection: Selection<User> }) {
  const [kind, setKind] = useState<Kind>();
  return (
    <>
      {selected.length > 0 && (
        <>
          <Button variant="default" leftSection={<UserCog size={16} aria-hidden />} onClick={() => setKind('role')}>
            Change role …
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<Ban size={16} aria-hidden />}
            onClick={() => setKind('suspend')}
          >
            Suspend …
          </Button>
          <Button
            variant="default"
            leftSection={<RotateCcw size={16} aria-hidden />}
            onClick={() => setKind('restore')}
          >
            Restore …
          </Button>
        </>
      )}
      {kind !== undefined && (
        <ChangeUsers
          users={selected}
          kind={kind}
          onChanged={(changed) => set(selected.map((user) => changed.find(({ id }) => id === user.id) ?? user))}
          onClose={() => setKind(undefined)}
        />
      )}
    </>
  );
}
