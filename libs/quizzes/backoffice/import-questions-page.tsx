import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';
import { ImportTabs } from './import-tabs';

/** Adds the questions of a file to a quiz. */
export function ImportQuestionsPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/import' });
  const { format = 'gift' } = useSearch({ from: '/inside/quizzes/$quizId/import' });
  const navigate = useNavigate({ from: '/quizzes/$quizId/import' });
  return (
    <QuizPage quizId={quizId} title="Import questions" heading="Import questions">
      <ImportTabs
        format={format}
        onChange={(chosen) => void navigate({ search: { format: chosen }, replace: true })}
        quizId={quizId}
      />
    </QuizPage>
  );
}
