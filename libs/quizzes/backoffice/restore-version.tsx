import { Button, type ButtonProps, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { restoreVersion } from './quiz-data';

interface Props extends Pick<ButtonProps, 'size'> {
  quizId: string;
  version: number;
  onRestored?: () => void;
}

/** Restores a version as a new one, after a confirmation. */
export function RestoreVersion({ quizId, version, size = 'sm', onRestored }: Props) {
  const { data: stored } = useQuery(quizQuery(quizId));
  /** The tag of the quiz when the dialog was opened: what the user saw. */
  const [etag, setEtag] = useState<string>();
  return (
    <>
      <Button variant="default" size={size} disabled={stored === undefined} onClick={() => setEtag(stored?.etag)}>
        Restore version {formatNumber(version)}
      </Button>
      {etag !== undefined && (
        <RestoreDialog
          quizId={quizId}
          version={version}
          etag={etag}
          onRestored={onRestored}
          onClose={() => setEtag(undefined)}
        />
      )}
    </>
  );
}

interface DialogProps {
  quizId: string;
  version: number;
  etag: string;
  onRestored: (() => void) | undefined;
  onClose: () => void;
}

function RestoreDialog({ quizId, version, etag, onRestored, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const restoration = useMutation({
    mutationFn: () => restoreVersion(quizId, version, etag),
    onSuccess: (restored) => {
      queryClient.setQueryData(quizQuery(quizId).queryKey, restored);
      notifications.show({ message: `Version ${formatNumber(version)} is restored` });
      onClose();
      onRestored?.();
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
        The current version stays in the list of versions.
      </Text>
    </ConfirmDialog>
  );
}
