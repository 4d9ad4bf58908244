import { Text } from '@mantine/core';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { purgeQuiz } from './quiz-data';
import { useQuizDeletion } from './use-quiz-deletion';

interface Props {
  /** `deleted`: what goes with it, by name. */
  quiz: { id: string; title: string; deleted: Record<string, number> };
  onClose: () => void;
}

/** Deletes a quiz in the trash for good, after the user has typed its title. */
export function PurgeQuiz({ quiz, onClose }: Props) {
  const deletion = useQuizDeletion(quiz.title, () => purgeQuiz(quiz.id), 'is deleted for good', onClose);
  return (
    <ConfirmDialog
      title="Delete this quiz for good?"
      action="Delete for good"
      nameToType={quiz.title}
      write={deletion}
      failed="Not deleted"
      onClose={onClose}
    >
      <Text>
        <b>
          <bdi>{quiz.title}</bdi>
        </b>{' '}
        and all attempts at it ({formatNumber(quiz.deleted.attempts ?? 0)}) are deleted. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
