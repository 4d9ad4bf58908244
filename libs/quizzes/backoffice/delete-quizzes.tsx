import { Alert, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#libs/backoffice-ui/api-error.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { useDeletedAttempts } from './attempt-totals';
import { deleteQuiz } from './quiz-data';

interface Quiz {
  id: string;
  title: string;
}

interface Props {
  quizzes: Quiz[];
  /** Called with the ids of deleted quizzes. */
  onDeleted: (ids: string[]) => void;
  onClose: () => void;
}

/** `1 quiz`, `2 quizzes` */
const countOf = ({ length }: readonly unknown[]) => (length === 1 ? '1 quiz' : `${length} quizzes`);

/** Deletes quizzes one after the other. It stays open with those that could not be deleted. */
export function DeleteQuizzes({ quizzes, onDeleted, onClose }: Props) {
  const queryClient = useQueryClient();
  const [left, setLeft] = useState<(Quiz & { error?: string })[]>(quizzes);
  const attempts = useDeletedAttempts(left.map(({ id }) => id));
  const deletion = useMutation({
    mutationFn: async () => {
      const failed: (Quiz & { error: string })[] = [];
      for (const quiz of left) {
        await deleteQuiz(quiz.id).catch((error: unknown) => failed.push({ ...quiz, error: messageOf(error) }));
      }
      return failed;
    },
    onSuccess: (failed) => {
      const deleted = left.filter(({ id }) => !failed.some((one) => one.id === id));
      if (deleted.length > 0) {
        notifications.show({ message: `${countOf(deleted)} ${deleted.length === 1 ? 'is' : 'are'} deleted` });
      }
      onDeleted(deleted.map(({ id }) => id));
      setLeft(failed);
      if (failed.length === 0) onClose();
      // Not awaited: those that are left can be tried again at once.
      void queryClient.invalidateQueries({ queryKey: ['quizzes', 'list'] });
    },
  });
  const failed = left.filter(({ error }) => error !== undefined);
  return (
    <ConfirmDialog
      title={`Delete ${countOf(left)}?`}
      action={`Delete ${countOf(left)}`}
      nameToType={countOf(left)}
      write={deletion}
      failed="Not deleted"
      onClose={onClose}
    >
      {failed.length > 0 && (
        <Alert color="red" variant="outline" role="alert" title={`${countOf(failed)} not deleted`}>
          <List>
            {failed.map(({ id, title, error }) => (
              <List.Item key={id}>
                <bdi>{title}</bdi>: {error}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text>
        All attempts at these quizzes{attempts !== undefined && ` (${formatNumber(attempts)})`} and their leaderboards
        are deleted with them, and the overall leaderboard no longer counts them. This takes effect immediately. For 30
        days all of it can be restored from the trash.
      </Text>
      {failed.length === 0 && (
        <List>
          {left.map(({ id, title }) => (
            <List.Item key={id}>
              <bdi>{title}</bdi>
            </List.Item>
          ))}
        </List>
      )}
    </ConfirmDialog>
  );
}
