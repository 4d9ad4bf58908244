import { LinkButton } from './links';
import { NotFound } from './not-found';

/** The page for a quiz that does not exist. */
export function QuizNotFound({ quizId }: { quizId: string }) {
  return (
    <NotFound title="Quiz not found" subjectId={quizId}>
      <LinkButton to="/quizzes" variant="default">
        To the quizzes
      </LinkButton>
    </NotFound>
  );
}
