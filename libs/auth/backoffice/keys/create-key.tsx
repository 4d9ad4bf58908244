import { Modal } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { CREATE_KEY, CreateKeyForm } from './create-key-form';
import { CreatedKeyDialog } from './created-key-dialog';
import type { CreatedApiKey } from './keys-data';

interface Props {
  /** The initial owner. */
  userId?: string | undefined;
  onClose: () => void;
}

/** Creates a key and shows it. The key exists only in the state of this component. */
export function CreateKey({ userId, onClose }: Props) {
  const [created, setCreated] = useState<CreatedApiKey>();
  const isCreating = useIsMutating({ mutationKey: CREATE_KEY }) > 0;
  useFocusReturn();
  if (created !== undefined) return <CreatedKeyDialog created={created} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={() => {
        // The only place that shows the key.
        if (!isCreating) onClose();
      }}
      title="Create an API key"
      closeOnClickOutside={false}
    >
      <CreateKeyForm userId={userId ?? null} onCreated={setCreated} onCancel={onClose} />
    </Modal>
  );
}
