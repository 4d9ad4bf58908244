import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { duplicateQuiz } from './quiz-data';

/** The mutation that duplicates a quiz, by its id, and navigates to the copy. */
export function useDuplicateQuiz() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: duplicateQuiz,
    onSuccess: async (copy) => {
      const { id, title } = copy.quiz;
      queryClient.setQueryData(quizQuery(id).queryKey, copy);
      notifications.show({
        message: (
          <>
            “<bdi>{title}</bdi>” is created
          </>
        ),
      });
      void queryClient.invalidateQueries({ queryKey: ['quizzes', 'list'] });
      await navigate({ to: '/quizzes/$quizId', params: { quizId: id } });
    },
    onError: ({ message }) => notifications.show({ color: 'red', title: 'Not duplicated', message }),
  });
}
