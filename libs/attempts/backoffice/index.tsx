import { createRoute } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { attemptsSearch } from './search';

const attempts = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/attempts',
  validateSearch: attemptsSearch,
  component: lazyPage(() => import('./attempts-page'), 'AttemptsPage'),
  staticData: {
    tab: { of: '/quizzes/$quizId', label: 'Attempts', icon: ListChecks, after: '/quizzes/$quizId/statistics' },
  },
});

const attempt = createRoute({
  getParentRoute: () => insideRoute,
  path: '/quizzes/$quizId/attempts/$attemptId',
  component: lazyPage(() => import('./attempt-page'), 'AttemptPage'),
});

const routes = [attempts, attempt] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    attempts: typeof routes;
  }
}

const auditActions = {
  'attempt.voided': 'Voided an attempt',
  'attempt.restored': 'Restored an attempt',
  'quiz.granted': 'Granted attempts or time',
};

const auditSubjects = {
  attempt: {
    label: 'Attempts',
    pathOf: (id: string, { quizId }: Record<string, unknown>) => `/quizzes/${String(quizId)}/attempts/${id}`,
  },
};

export default { routes, auditActions, auditSubjects } satisfies Contribution;
