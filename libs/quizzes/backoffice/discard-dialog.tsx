import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';

interface Props {
  /** Returns to what is stored. @throws ApiError */
  onDiscard: () => Promise<void>;
  onClose: () => void;
}

/** Asks before all unsaved changes are discarded. */
export function DiscardDialog({ onDiscard, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Discard all unsaved changes?"
      action="Discard"
      write={useMutation({ mutationFn: onDiscard, onSuccess: onClose })}
      failed="Not discarded"
      isUndoable
      onClose={onClose}
    >
      <Text>The form returns to what is stored. “Undo” brings your changes back until you save or leave the page.</Text>
    </ConfirmDialog>
  );
}
