import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { purgeQuiz } from './quiz-data';

interface Props {
  quiz: { id: string; title: string };
  onClose: () => void;
}

/** Deletes a quiz in the trash for good, after the user has typed its title. */
export function PurgeQuiz({ quiz, onClose }: Props) {
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => purgeQuiz(quiz.id),
    onSuccess: () => {
      notifications.show({
        message: (
          <>
            “<bdi>{quiz.title}</bdi>” is deleted for good
          </>
        ),
      });
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['quizzes', 'list'] });
    },
  });
  return (
    <ConfirmDialog
      title="Delete this quiz for good?"
      action="Delete for good"
      nameToType={quiz.title.replaceAll(/\s+/g, ' ')}
      write={deletion}
      failed="Not deleted"
      onClose={onClose}
    >
      <Text>
        <b>
          <bdi>{quiz.title}</bdi>
        </b>{' '}
        and its attempts are deleted. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
