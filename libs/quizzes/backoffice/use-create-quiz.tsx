import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { importQuiz } from './import-quiz';
import { createQuiz } from './quiz-data';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { type QuizValues, toBody } from './quiz-values';

/**
 * Creates a quiz and navigates to it.
 * @param isImported whether it comes from a file: then the same quiz is created once, even if the file is imported again
 * @throws ApiError
 */
export function useCreateQuiz({ isImported = false } = {}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (values: QuizValues): Promise<void> => {
    const body = toBody(values);
    const { quiz, etag, isExisting } = isImported
      ? await importQuiz(new TextEncoder().encode(JSON.stringify(body)))
      : { ...(await createQuiz(body)), isExisting: false };
    const { id, title } = quiz;
    queryClient.setQueryData(quizQuery(id).queryKey, { quiz, etag });
    notifications.show({
      message: (
        <>
          “<bdi>{title}</bdi>” {isExisting ? 'was imported before' : 'is created'}
        </>
      ),
    });
    await navigate({ to: '/quizzes/$quizId', params: { quizId: id }, replace: true, ignoreBlocker: true });
  };
}
