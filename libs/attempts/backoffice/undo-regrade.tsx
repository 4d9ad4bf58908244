import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';

interface Props {
  quizId: string;
  regrade: components['schemas']['Regrade'];
}

/** Undoes a regrade, after a confirmation. */
export function UndoRegrade({ quizId, regrade }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setIsOpen(true)}>
        Undo
      </Button>
      {isOpen && <UndoDialog quizId={quizId} regrade={regrade} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function UndoDialog({ quizId, regrade, onClose }: Props & { onClose: () => void }) {
  const queryClient = useQueryClient();
  const write = useMutation({
    mutationFn: () =>
      dataOf(
        api.DELETE('/quizzes/{id}/regrades/{regradeId}', { params: { path: { id: quizId, regradeId: regrade.id } } }),
      ),
    onSuccess: async ({ isPending }) => {
      await queryClient.invalidateQueries();
      notifications.show({ message: isPending ? 'The regrade is being undone' : 'The regrade is undone' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Undo this regrade?"
      action="Undo regrade"
      failed="Not undone"
      write={write}
      isUndoable
      onClose={onClose}
    >
      <Text>
        The attempts get the scores that they would have without this regrade of “
        <UserText>{regrade.question}</UserText>”. You can regrade the question again.
      </Text>
    </ConfirmDialog>
  );
}
