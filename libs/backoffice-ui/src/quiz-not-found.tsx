import { LinkButton } from './links';
import { NotFound } from './not-found';

/** In the place of every page of a quiz that does not exist. */
export function QuizNotFound() {
  return (
    <NotFound title="Quiz not found">
      <LinkButton to="/quizzes" variant="default">
        To the quizzes
      </LinkButton>
    </NotFound>
  );
}
