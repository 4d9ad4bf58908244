import { Link } from '@tanstack/react-router';
import { useContributions } from './contribution';
import classes from './quiz-tabs.module.css';

const QUIZ = '/quizzes/$quizId';

/** The tabs that modules add to a quiz. */
export const useQuizTabs = () => useContributions().tabs[QUIZ] ?? [];

/** Links between the pages of one quiz. */
export function QuizTabs({ quizId }: { quizId: string }) {
  return (
    <nav className={classes.tabs} aria-label="Pages of this quiz">
      {[{ path: QUIZ, label: 'Edit' }, ...useQuizTabs()].map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          params={{ quizId }}
          className={classes.tab}
          // The open page has `aria-current="page"` whatever its filters are.
          activeOptions={{ exact: path === QUIZ, includeSearch: false }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
