import { createRoute } from '@tanstack/react-router';
import { Eye, History, ListChecks } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { pageSearch } from '#libs/backoffice-ui/search-params.ts';
import { comparisonSearch, importQuestionsSearch, importSearch, quizzesSearch } from './search';

const quizzes = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes',
  validateSearch: quizzesSearch,
  component: lazyPage(() => import('./quizzes-page'), 'QuizzesPage'),
  staticData: { editor: true, menu: { label: 'Quizzes', icon: ListChecks, after: '/' } },
});

const newQuiz = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/new',
  component: lazyPage(() => import('./new-quiz-page'), 'NewQuizPage'),
  staticData: { editor: true },
});

const importQuizzes = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/import',
  validateSearch: importSearch,
  component: lazyPage(() => import('./import-page'), 'ImportPage'),
  staticData: { editor: true },
});

const trash = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/trash',
  validateSearch: pageSearch,
  component: lazyPage(() => import('./trash-page'), 'TrashPage'),
  staticData: { editor: true },
});

const quiz = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId',
  component: lazyPage(() => import('./edit-quiz-page'), 'EditQuizPage'),
  staticData: { editor: true },
});

const importQuestions = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/import',
  validateSearch: importQuestionsSearch,
  component: lazyPage(() => import('./import-questions-page'), 'ImportQuestionsPage'),
  staticData: { editor: true },
});

const preview = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/preview',
  component: lazyPage(() => import('./preview-page'), 'PreviewPage'),
  staticData: { editor: true, tab: { of: '/quizzes/$quizId', group: 'Questions', label: 'Preview', icon: Eye } },
});

const versions = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/versions',
  validateSearch: pageSearch,
  component: lazyPage(() => import('./versions-page'), 'VersionsPage'),
  staticData: {
    editor: true,
    tab: {
      of: '/quizzes/$quizId',
      group: 'History',
      label: 'Versions',
      icon: History,
      after: '/quizzes/$quizId/leaderboard',
    },
  },
});

const comparison = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/versions/comparison',
  validateSearch: comparisonSearch,
  component: lazyPage(() => import('./comparison-page'), 'ComparisonPage'),
  staticData: { editor: true },
});

const routes = [quizzes, newQuiz, importQuizzes, trash, quiz, importQuestions, preview, versions, comparison] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    quizzes: typeof routes;
  }
}

const auditActions = {
  'quiz.created': 'Created a quiz',
  'quiz.changed': 'Changed a quiz',
  'quiz.restored': 'Restored a version of a quiz',
  'quiz.deleted': 'Deleted a quiz',
  'quiz.undeleted': 'Restored a deleted quiz',
  'quiz.purged': 'Deleted a quiz for good',
};

const auditSubjects = { quiz: { label: 'Quizzes', pathOf: (id: string) => `/quizzes/${id}` } };

export default { routes, auditActions, auditSubjects } satisfies Contribution;
