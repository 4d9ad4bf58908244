import { Button, Text } from '@mantine/core';
import { Ban, KeyRound, RotateCcw, Tags, UserCog } from 'lucide-react';
import { useState } from 'react';
import { MAX_CHANGED, type Selection } from '#libs/backoffice-ui/selection.tsx';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import { KeysOfUsers } from '../keys/keys-of-users';
import type { Kind } from './bulk-change';
import { ChangeTags } from './change-tags';
import { ChangeUsers } from './change-users';

/** Changes the role or the tags of the selected users, suspends them, ends their suspension, or creates a key for each of them. */
export function SelectedUsers({ selection: { selected, set } }: { selection: Selection<User> }) {
  const [kind, setKind] = useState<Kind | 'keys' | 'tags'>();
  const close = () => setKind(undefined);
  /** A second class gets no keys for the first one. */
  const clear = () => {
    close();
    set([]);
  };
  const onChanged = (changed: User[]) => set(selected.map((user) => changed.find(({ id }) => id === user.id) ?? user));
  return (
    <>
      {selected.length > 0 && (
        <Button variant="default" leftSection={<KeyRound size={16} aria-hidden />} onClick={() => setKind('keys')}>
          Create keys …
        </Button>
      )}
      {selected.length > 0 && selected.length <= MAX_CHANGED && (
        <>
          <Button variant="default" leftSection={<Tags size={16} aria-hidden />} onClick={() => setKind('tags')}>
            Change tags …
          </Button>
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
      {selected.length > MAX_CHANGED && <Text size="sm">At most {MAX_CHANGED} users can be changed at once.</Text>}
      {kind === 'keys' && <KeysOfUsers users={selected} onClose={close} onStored={clear} />}
      {kind === 'tags' && <ChangeTags users={selected} onChanged={onChanged} onClose={close} />}
      {kind !== undefined && kind !== 'keys' && kind !== 'tags' && (
        <ChangeUsers users={selected} kind={kind} onChanged={onChanged} onClose={close} />
      )}
    </>
  );
}
