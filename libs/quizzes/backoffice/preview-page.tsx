import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { NotLoaded } from '#libs/backoffice-ui/page-states.tsx';
import { PreviewPlayer } from './preview-player';
import { RegradesNotice } from './regrades-notice';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { QuizPage } from '#libs/backoffice-ui/quiz-page.tsx';

/** A quiz as players see it. Answers given here are not sent. */
export function PreviewPage() {
  const { quizId } = useParams({ from: '/inside/quizzes/$quizId/preview' });
  const read = useQuery(quizQuery(quizId));
  const quiz = read.data?.quiz;
  return (
    <QuizPage quizId={quizId} title="Preview" description="As players see it. Answer as you like: nothing is recorded.">
      <RegradesNotice quizId={quizId} />
      {quiz !== undefined && <PreviewPlayer key={`${quiz.id} ${quiz.updatedAt}`} quiz={quiz} />}
      {quiz === undefined && <NotLoaded error={read.error} refetch={read.refetch} />}
    </QuizPage>
  );
}
