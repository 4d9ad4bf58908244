import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * The mutation that deletes a quiz, says so and updates the lists.
 * @param outcome the end of the message: `is deleted`
 */
export function useQuizDeletion(title: string, remove: () => Promise<unknown>, outcome: string, onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: () => {
      notifications.show({
        message: (
          <>
            “<bdi>{title}</bdi>” {outcome}
          </>
        ),
      });
      onDeleted();
      return queryClient.invalidateQueries({ queryKey: ['quizzes', 'list'] });
    },
  });
}
