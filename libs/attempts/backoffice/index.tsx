import { createRoute } from '@tanstack/react-router';
import { ListChecks, PencilLine } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { pageSearch } from '#libs/backoffice-ui/search-params.ts';
import { attemptsSearch, newRegradeSearch } from './search';

const attempts = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/attempts',
  validateSearch: attemptsSearch,
  component: lazyPage(() => import('./attempts-page'), 'AttemptsPage'),
  staticData: {
    editor: true,
    tab: {
      of: '/quizzes/$quizId',
      group: 'Results',
      label: 'Attempts',
      icon: ListChecks,
      after: '/quizzes/$quizId/statistics',
    },
  },
});

const attempt = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/attempts/$attemptId',
  validateSearch: attemptsSearch,
  component: lazyPage(() => import('./attempt-page'), 'AttemptPage'),
  staticData: { editor: true },
});

const userAttempts = createRoute({
  getParentRoute: () => insideRoute,
  path: '/users/$userId/attempts',
  component: lazyPage(() => import('./user-attempts-page'), 'UserAttemptsPage'),
  staticData: { tab: { of: '/users/$userId', label: 'Attempts', icon: ListChecks } },
});

const regrades = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/regrades',
  validateSearch: pageSearch,
  component: lazyPage(() => import('./regrades-page'), 'RegradesPage'),
  staticData: {
    editor: true,
    tab: {
      of: '/quizzes/$quizId',
      group: 'History',
      label: 'Regrades',
      icon: PencilLine,
      after: '/quizzes/$quizId/versions',
    },
  },
});

const newRegrade = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/regrades/new',
  validateSearch: newRegradeSearch,
  component: lazyPage(() => import('./new-regrade-page'), 'NewRegradePage'),
});

const routes = [attempts, attempt, userAttempts, regrades, newRegrade] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    attempts: typeof routes;
  }
}

const auditActions = {
  'attempt.voided': 'Voided an attempt',
  'attempt.restored': 'Restored an attempt',
  'attempt.ended': 'Ended an attempt in progress',
  'regrade.applied': 'Regraded a question',
  'regrade.undone': 'Undid a regrade',
  'quiz.granted': 'Changed extra attempts or time',
  'quiz.startExtended': 'Gave an attempt in progress more time',
};

const auditSubjects = {
  attempt: {
    label: 'Attempts',
    pathOf: (id: string, { quizId }: Record<string, unknown>) => `/quizzes/${String(quizId)}/attempts/${id}`,
  },
  regrade: {
    label: 'Regrades',
    pathOf: (_: string, { quizId }: Record<string, unknown>) => `/quizzes/${String(quizId)}/regrades`,
  },
};

export default { routes, auditActions, auditSubjects } satisfies Contribution;
