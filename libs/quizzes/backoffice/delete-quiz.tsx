import { Text } from '@mantine/core';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { useDeletedAttempts } from './attempt-totals';
import { deleteQuiz } from './quiz-data';
import { useQuizDeletion } from './use-quiz-deletion';

interface Props {
  quiz: { id: string; title: string };
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a quiz after the user has typed its title. */
export function DeleteQuiz({ quiz, onDeleted, onClose }: Props) {
  const attempts = useDeletedAttempts([quiz.id]);
  const deletion = useQuizDeletion(quiz.title, () => deleteQuiz(quiz.id), 'is deleted', onDeleted);
  return (
    <ConfirmDialog
      title="Delete this quiz?"
      action="Delete quiz"
      nameToType={quiz.title}
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
