import { Text } from '@mantine/core';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatOf } from '#libs/backoffice-ui/numbers.ts';
import { type StartDialogProps, useStartWrite } from './use-start-write';

/** Ends an attempt in progress. */
export function EndStartDialog({ quizId, start, onClose }: StartDialogProps) {
  const { id: startId, displayName, savedAnswers, totalQuestions } = start;
  const write = useStartWrite(
    () =>
      dataOf<unknown>(api.POST('/quizzes/{id}/starts/{startId}/end', { params: { path: { id: quizId, startId } } })),
    () => 'The attempt is recorded',
    onClose,
  );
  return (
    <ConfirmDialog title="End this attempt now?" action="End now" failed="Not ended" write={write} onClose={onClose}>
      <Text>
        What <bdi>{displayName}</bdi> has saved by now is recorded as the attempt, and marked as timed out. So far these
        are answers to {formatOf(savedAnswers, totalQuestions)} questions. Answers that are not saved are lost, and{' '}
        <bdi>{displayName}</bdi> cannot continue.
      </Text>
    </ConfirmDialog>
  );
}
