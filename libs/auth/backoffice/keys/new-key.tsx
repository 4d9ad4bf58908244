import { Modal } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { CreatedKeyDialog } from './created-key-dialog';
import { CREATE_KEY, type CreatedApiKey } from './keys-data';

interface Props {
  title: string;
  /** The form that creates the key. */
  form: (onCreated: (created: CreatedApiKey) => void) => ReactNode;
  onClose: () => void;
}

/** A dialog that creates a key and shows it. The key exists only in the state of this component. */
export function NewKey({ title, form, onClose }: Props) {
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
      title={title}
      closeOnClickOutside={false}
    >
      {form(setCreated)}
    </Modal>
  );
}
