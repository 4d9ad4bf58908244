import { useContributions } from './contribution';
import { PageTabs } from './page-tabs';

const QUIZ = '/quizzes/$quizId';

/** The tabs that modules add to a quiz. */
export const useQuizTabs = () => useContributions().tabs[QUIZ] ?? [];

/** Links between the pages of one quiz. */
export const QuizTabs = ({ quizId }: { quizId: string }) => (
  <PageTabs label="Pages of this quiz" of={QUIZ} first={{ label: 'Edit', group: 'Questions' }} params={{ quizId }} />
);
