import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { deleteKey } from './keys-data';

/** The warning before the user leaves while a key is created. */
export const BEFORE_SHOWN = {
  title: 'Leave before the key is shown?',
  text: 'The key is being created, and is shown in this dialog only. If you leave now, nobody sees it.',
  stay: 'Wait for the key',
  leave: 'Leave',
};

interface Props {
  /** The mutation that creates the key. */
  write: { isPending: boolean; error: ApiError | null };
  /** Called after a key that nobody has seen was deleted. */
  onDeleted: () => void;
}

/** The state of the creation of a key. */
export function CreationState({ write, onDeleted }: Props) {
  // A 409 with the address of a key: it was created, but the response that showed it was lost.
  const address = write.error?.status === 409 ? write.error.location : undefined;
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
