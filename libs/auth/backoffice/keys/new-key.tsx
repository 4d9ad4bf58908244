import { Modal } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFocusReturn } from '#libs/backoffice-ui/use-focus-return.ts';
import { CREATE_KEY, type CreatedApiKey } from './keys-data';

interface Props<Created> {
  title: string;
  /** The form that creates the key, or several. */
  form: (onCreated: (created: Created) => void) => ReactNode;
  /** The dialog that shows them. */
  shown: (created: Created) => ReactNode;
  onClose: () => void;
}

/** A dialog that creates a key, or several, and shows them. They exist only in the state of this component. */
export function NewKey<Created extends CreatedApiKey | CreatedApiKey[]>({
  title,
  form,
  shown,
  onClose,
}: Props<Created>) {
  const [created, setCreated] = useState<Created>();
  const isCreating = useIsMutating({ mutationKey: CREATE_KEY }) > 0;
  useFocusReturn();
  if (created !== undefined) return shown(created);
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
      {form((keys) => setCreated(keys))}
    </Modal>
  );
}
