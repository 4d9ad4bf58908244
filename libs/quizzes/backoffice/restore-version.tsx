import { Button, type ButtonProps, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { quizQuery, type StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import { restoreVersion } from './quiz-data';

interface Props extends Pick<ButtonProps, 'size'> {
  quizId: string;
  version: number;
  onRestored: (before: StoredQuiz, after: StoredQuiz) => void;
}

/** Restores a version as a new one, after a confirmation. */
export function RestoreVersion({ quizId, version, size = 'sm', onRestored }: Props) {
  const { data: stored } = useQuery(quizQuery(quizId));
  /** The quiz when the dialog was opened: what the user saw. */
  const [seen, setSeen] = useState<StoredQuiz>();
  return (
    <>
      <Button variant="default" size={size} disabled={stored === undefined} onClick={() => setSeen(stored)}>
        Restore version {formatNumber(version)}
      </Button>
      {seen !== undefined && (
        <RestoreDialog
          quizId={quizId}
          version={version}
          seen={seen}
          onRestored={onRestored}
          onClose={() => setSeen(undefined)}
        />
      )}
    </>
  );
}

interface DialogProps {
  quizId: string;
  version: number;
  seen: StoredQuiz;
  onRestored: Props['onRestored'];
  onClose: () => void;
}

function RestoreDialog({ quizId, version, seen, onRestored, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const restoration = useMutation({
    mutationFn: () => restoreVersion(quizId, version, seen.etag),
    onSuccess: (restored) => {
      queryClient.setQueryData(quizQuery(quizId).queryKey, restored);
      notifications.show({ message: `Version ${formatNumber(version)} is restored` });
      onClose();
      onRestored(seen, restored);
    },
    // After an error too: somebody may have changed the quiz.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['quizzes'] }),
  });
  return (
    <ConfirmDialog
      title={`Restore version ${formatNumber(version)}?`}
      action="Restore"
      write={restoration}
      failed="Not restored"
      onClose={onClose}
    >
      <Text>
        The quiz gets a new version with the questions of version {formatNumber(version)}. Its settings and the results
        of attempts do not change; only a number of questions per attempt that this version does not have is removed.
        Regrades of its questions keep counting. The current version stays in the list of versions.
      </Text>
    </ConfirmDialog>
  );
}
