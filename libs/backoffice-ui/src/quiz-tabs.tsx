import { Link } from '@tanstack/react-router';
import classes from './quiz-tabs.module.css';

const TABS = [
  { to: '/quizzes/$quizId', label: 'Edit', exact: true },
  { to: '/quizzes/$quizId/preview', label: 'Preview', exact: true },
  { to: '/quizzes/$quizId/statistics', label: 'Statistics', exact: true },
  { to: '/quizzes/$quizId/attempts', label: 'Attempts', exact: false },
  { to: '/quizzes/$quizId/leaderboard', label: 'Leaderboard', exact: true },
] as const;

/** Leads between the pages of one quiz. */
export function QuizTabs({ quizId }: { quizId: string }) {
  return (
    <nav className={classes.tabs} aria-label="Pages of this quiz">
      {TABS.map(({ to, label, exact }) => (
        <Link
          key={to}
          to={to}
          params={{ quizId }}
          className={classes.tab}
          // Gives `aria-current="page"` to the page that is open, whatever it is filtered by.
          activeOptions={{ exact, includeSearch: false }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
