import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isNotFound } from '#libs/backoffice-ui/api-error.ts';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { PreviewPlayer } from './preview-player';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { QuizNotFound } from '#libs/backoffice-ui/quiz-not-found.tsx';
import { QuizTabs } from '#libs/backoffice-ui/quiz-tabs.tsx';

/** A quiz as players see it. Answers given here are not sent. */
export function PreviewPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/preview' });
  const read = useQuery(quizQuery(quizId));
  const quiz = read.data?.quiz;
  if (quiz === undefined && isNotFound(read.error)) return <QuizNotFound />;
  return (
    <Page
      title="Preview"
      subject={quiz?.title}
      description={
        quiz && (
          <>
            <bdi>{quiz.title}</bdi> · as players see it. Answer as you like: nothing is sent or counted.
          </>
        )
      }
    >
      <QuizTabs quizId={quizId} />
      {quiz !== undefined && <PreviewPlayer key={`${quiz.id} ${quiz.updatedAt}`} quiz={quiz} />}
      {quiz === undefined && <NotLoaded error={read.error} refetch={read.refetch} />}
    </Page>
  );
}
