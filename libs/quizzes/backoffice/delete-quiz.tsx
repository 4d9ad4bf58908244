import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { useDeletedAttempts } from './attempt-totals';
import { deleteQuiz } from './quiz-data';

interface Props {
  quiz: { id: string; title: string };
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a quiz after the user has typed its title. */
export function DeleteQuiz({ quiz, onDeleted, onClose }: Props) {
  const queryClient = useQueryClient();
  const attempts = useDeletedAttempts([quiz.id]);
  const deletion = useMutation({
    mutationFn: () => deleteQuiz(quiz.id),
    onSuccess: () => {
      notifications.show({
        message: (
          <>
            “<bdi>{quiz.title}</bdi>” is deleted
          </>
        ),
      });
      onDeleted();
      return queryClient.invalidateQueries({ queryKey: ['quizzes', 'list'] });
    },
  });
  return (
    <ConfirmDialog
      title="Delete this quiz?"
      action="Delete quiz"
      // Compared as the page shows it: it collapses spaces.
      nameToType={quiz.title.replaceAll(/\s+/g, ' ')}
      write={deletion}
      failed="Not deleted"
      onClose={onClose}
    >
      <Text>
        All attempts at{' '}
        <b>
          <bdi>{quiz.title}</bdi>
        </b>
        {attempts !== undefined && ` (${formatNumber(attempts)})`} and its leaderboard are deleted with it, and the
        overall leaderboard no longer counts them. This takes effect immediately. For 30 days all of it can be restored
        from the trash.
      </Text>
    </ConfirmDialog>
  );
}
