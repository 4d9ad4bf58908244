import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { ReasonField } from './reason-field';

type Attempt = components['schemas']['InspectedAttempt'];

/** Voids an attempt, or restores it. */
export function VoidButton({ attempt }: { attempt: Attempt }) {
  const [isOpen, setIsOpen] = useState(false);
  const isVoided = attempt.voidedAt !== undefined;
  const Icon = isVoided ? RotateCcw : Ban;
  const Dialog = isVoided ? RestoreDialog : VoidDialog;
  return (
    <>
      <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {isVoided ? 'Restore attempt' : 'Void attempt'}
      </Button>
      {isOpen && <Dialog attempt={attempt} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface DialogProps {
  attempt: Attempt;
  onClose: () => void;
}

function VoidDialog({ attempt, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const write = useCorrection(
    () => api.PUT('/quizzes/{id}/attempts/{attemptId}/void', { params: { path: pathOf(attempt) }, body: { reason } }),
    'The attempt is voided',
    onClose,
  );
  return (
    <ConfirmDialog
      title="Void this attempt?"
      action="Void attempt"
      failed="Not voided"
      write={write}
      obstacle={reason.trim() === '' ? 'Enter a reason first.' : undefined}
      isUndoable
      onClose={onClose}
    >
      <Text>
        The attempt of <bdi>{attempt.displayName}</bdi> leaves leaderboards and statistics, and does not count for the
        limit of attempts. The best other attempt of the user, if there is one, counts instead. The user still sees it,
        marked as voided. You can restore it.
      </Text>
      <ReasonField value={reason} onChange={setReason} data-autofocus />
    </ConfirmDialog>
  );
}

function RestoreDialog({ attempt, onClose }: DialogProps) {
  const write = useCorrection(
    () => api.DELETE('/quizzes/{id}/attempts/{attemptId}/void', { params: { path: pathOf(attempt) } }),
    'The attempt is restored',
    onClose,
  );
  return (
    <ConfirmDialog
      title="Restore this attempt?"
      action="Restore attempt"
      failed="Not restored"
      write={write}
      isUndoable
      onClose={onClose}
    >
      <Text>
        The attempt of <bdi>{attempt.displayName}</bdi> counts again. If the user exceeds the limit of attempts then, no
        further attempt is accepted.
      </Text>
    </ConfirmDialog>
  );
}

const pathOf = ({ quizId, attemptId }: Attempt) => ({ id: quizId, attemptId });

/** Attempts, leaderboards and statistics change with a correction. */
function useCorrection(write: () => Promise<{ data?: unknown }>, message: string, onClose: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf<unknown>(write()),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      notifications.show({ message });
      onClose();
    },
  });
}
