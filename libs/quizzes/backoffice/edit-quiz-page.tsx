import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { isNotFound } from '#libs/backoffice-ui/api-error.ts';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { QuizEditor } from './quiz-editor';
import { QuizMenu } from './quiz-menu';
import { QuizNotFound } from '#libs/backoffice-ui/quiz-not-found.tsx';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';

export function EditQuizPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId' });
  return <EditQuiz key={quizId} quizId={quizId} />;
}

function EditQuiz({ quizId }: { quizId: string }) {
  const navigate = useNavigate();
  // The form must not change while somebody edits it: it keeps the version that it began with.
  const read = useQuery({ ...quizQuery(quizId), refetchOnWindowFocus: false, refetchOnReconnect: false });
  // The cache may hold an old version from an earlier visit.
  const stored = read.isFetchedAfterMount ? read.data : undefined;
  const quiz = stored?.quiz;
  if (stored === undefined && isNotFound(read.error)) return <QuizNotFound quizId={quizId} />;
  return (
    <QuizPage
      quizId={quizId}
      title="Edit quiz"
      description={
        // Reserves its line while it loads, so that nothing moves.
        quiz === undefined ? (
          '\u00a0'
        ) : (
          <>
            By <bdi>{quiz.author.displayName}</bdi>, changed <Time at={quiz.updatedAt} />
          </>
        )
      }
      actions={
        quiz && (
          <QuizMenu
            quiz={quiz}
            onDeleted={() => void navigate({ to: '/quizzes', replace: true, ignoreBlocker: true })}
          />
        )
      }
    >
      {stored !== undefined && <QuizEditor read={stored} />}
      {stored === undefined && <NotLoaded error={read.error} refetch={read.refetch} />}
    </QuizPage>
  );
}
