import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { deleteKey } from './keys-data';

interface Props {
  /** Path of the key in the API. */
  address: string;
  onDeleted: () => void;
}

/** Offers to replace a key whose creation succeeded but whose response was lost. */
export function HiddenKey({ address, onDeleted }: Props) {
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
