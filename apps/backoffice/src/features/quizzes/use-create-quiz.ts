import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createQuiz, quizQuery } from './quiz-data';
import { type QuizValues, toBody } from './quiz-values';

/** Creates a quiz and leads to it. @throws ApiError */
export function useCreateQuiz() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (values: QuizValues): Promise<void> => {
    const created = await createQuiz(toBody(values));
    const { id, title } = created.quiz;
    queryClient.setQueryData(quizQuery(id).queryKey, created);
    notifications.show({ message: `“${title}” is created` });
    await navigate({ to: '/quizzes/$quizId', params: { quizId: id }, replace: true, ignoreBlocker: true });
  };
}
