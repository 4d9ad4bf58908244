import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { LinkAnchor } from '#libs/backoffice-ui/links.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { deleteKey } from './keys-data';

/** The warning before the user leaves while a key is created. */
export const BEFORE_SHOWN = {
  title: 'Leave before the key is shown?',
  text: 'The key is being created, and is shown in this dialog only. If you leave now, nobody sees it.',
  stay: 'Wait for the key',
  leave: 'Leave',
};

interface Write {
  isPending: boolean;
  error: ApiError | null;
}

/** The address that a 409 has if the key, or several, were created, but the response that showed them was lost. */
const hiddenAt = ({ error }: Write) => (error?.status === 409 ? error.location : undefined);

interface Props {
  /** The mutation that creates the key. */
  write: Write;
  /** Called after a key that nobody has seen was deleted. */
  onDeleted: () => void;
}

/** The state of the creation of a key. */
export function CreationState({ write, onDeleted }: Props) {
  const address = hiddenAt(write);
  if (address !== undefined) return <HiddenKey address={address} onDeleted={onDeleted} />;
  return <WriteState write={write} failed="The key was not created" />;
}

/** Offers to replace a key whose creation succeeded but whose response was lost. */
function HiddenKey({ address, onDeleted }: { address: string; onDeleted: () => void }) {
  const remove = useMutation({
    mutationFn: () => deleteKey(address.slice(address.lastIndexOf('/') + 1)),
    onSuccess: onDeleted,
  });
  return (
    <Stack>
      <Alert
        variant="default"
        icon={<TriangleAlert aria-hidden />}
        role="alert"
        title="The key was created, but the response was lost"
      >
        Nobody has seen the key, and it cannot be shown again.
      </Alert>
      <Group justify="end">
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete and create another
        </Button>
      </Group>
      <WriteState write={remove} failed="The key was not deleted" />
    </Stack>
  );
}

/** The state of the creation of keys with this name. They can be many, and others can have the name: the user decides which to delete. */
export function CreationOfKeysState({ write, name }: { write: Write; name: string | undefined }) {
  if (hiddenAt(write) === undefined) return <WriteState write={write} failed="No key was created" />;
  return (
    <Alert
      variant="default"
      icon={<TriangleAlert aria-hidden />}
      role="alert"
      title="The keys were created, but the response was lost"
    >
      Nobody has seen the keys, and they cannot be shown again. You can create others now. To tidy up, delete those that
      were created just now among{' '}
      <LinkAnchor to="/settings/keys" search={{ search: name, state: 'unused' }} target="_blank" rel="noopener">
        the unused keys of this name
      </LinkAnchor>{' '}
      (in another tab).
    </Alert>
  );
}
