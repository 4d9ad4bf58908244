// Every page with its address. What a page shows is in its address, so that it can be linked to, reloaded and left by "Back".
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { currentSession, refreshSession } from '#libs/backoffice-ui/session-fetch.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { PageError, PagePending, ShellError, ShellPending } from '#libs/backoffice-ui/page-states.tsx';
import { SignInPage } from '../../../libs/backoffice-auth/backoffice/sign-in-page';
import { SignedInPage } from '../../../libs/backoffice-auth/backoffice/signed-in-page';
import {
  attemptsSearch,
  auditSearch,
  importSearch,
  keysSearch,
  overviewSearch,
  pageSearch,
  quizzesSearch,
  signInSearch,
  usersSearch,
} from './search-params';

const root = createRootRoute({ errorComponent: ShellError });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: SignInPage,
});

const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedInPage });

/** All that those see who have to set up a second factor first. */
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  component: lazyPage(() => import('../../../libs/backoffice-auth/backoffice/enrolment-page'), 'EnrolmentPage'),
  pendingComponent: ShellPending,
  errorComponent: ShellError,
  beforeLoad: async () => {
    if (currentSession() === undefined && !(await refreshSession())) redirect({ to: '/sign-in', throw: true });
    if (currentSession()?.secondFactor !== 'missing') redirect({ to: '/', throw: true });
  },
});

/** What only those see who are signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyPage(() => import('./layout'), 'Layout'),
  pendingComponent: ShellPending,
  errorComponent: ShellError,
  beforeLoad: async ({ location }) => {
    if (currentSession() === undefined && !(await refreshSession())) {
      redirect({ to: '/sign-in', search: { returnTo: location.href }, throw: true });
    }
    if (currentSession()?.secondFactor === 'missing') redirect({ to: '/second-factor', throw: true });
  },
});

const overview = createRoute({
  getParentRoute: () => inside,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyPage(() => import('./overview/overview-page'), 'OverviewPage'),
});

const quizzes = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes',
  validateSearch: quizzesSearch,
  component: lazyPage(() => import('../../../libs/quizzes/backoffice/quizzes-page'), 'QuizzesPage'),
});

const newQuiz = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/new',
  component: lazyPage(() => import('../../../libs/quizzes/backoffice/new-quiz-page'), 'NewQuizPage'),
});

const importQuizzes = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/import',
  validateSearch: importSearch,
  component: lazyPage(() => import('../../../libs/quizzes/backoffice/import-page'), 'ImportPage'),
});

const quiz = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/$quizId',
  component: lazyPage(() => import('../../../libs/quizzes/backoffice/edit-quiz-page'), 'EditQuizPage'),
});

const quizPreview = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/$quizId/preview',
  component: lazyPage(() => import('../../../libs/quizzes/backoffice/preview-page'), 'PreviewPage'),
});

const statistics = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/$quizId/statistics',
  component: lazyPage(() => import('../../../libs/attempts/backoffice/statistics-page'), 'StatisticsPage'),
});

const attempts = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/$quizId/attempts',
  validateSearch: attemptsSearch,
  component: lazyPage(() => import('../../../libs/attempts/backoffice/attempts-page'), 'AttemptsPage'),
});

const attempt = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/$quizId/attempts/$attemptId',
  component: lazyPage(() => import('../../../libs/attempts/backoffice/attempt-page'), 'AttemptPage'),
});

const quizLeaderboard = createRoute({
  getParentRoute: () => inside,
  path: '/quizzes/$quizId/leaderboard',
  validateSearch: pageSearch,
  component: lazyPage(
    () => import('../../../libs/leaderboards/backoffice/quiz-leaderboard-page'),
    'QuizLeaderboardPage',
  ),
});

const leaderboard = createRoute({
  getParentRoute: () => inside,
  path: '/leaderboard',
  validateSearch: pageSearch,
  component: lazyPage(() => import('../../../libs/leaderboards/backoffice/leaderboard-page'), 'LeaderboardPage'),
});

const users = createRoute({
  getParentRoute: () => inside,
  path: '/users',
  validateSearch: usersSearch,
  component: lazyPage(() => import('../../../libs/auth/backoffice/users/users-page'), 'UsersPage'),
});

const newUser = createRoute({
  getParentRoute: () => inside,
  path: '/users/new',
  component: lazyPage(() => import('../../../libs/auth/backoffice/users/new-user-page'), 'NewUserPage'),
});

const user = createRoute({
  getParentRoute: () => inside,
  path: '/users/$userId',
  component: lazyPage(() => import('../../../libs/auth/backoffice/users/user-page'), 'UserPage'),
});

const keys = createRoute({
  getParentRoute: () => inside,
  path: '/settings/keys',
  validateSearch: keysSearch,
  component: lazyPage(() => import('../../../libs/auth/backoffice/keys/keys-page'), 'KeysPage'),
});

const audit = createRoute({
  getParentRoute: () => inside,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('../../../libs/audit/backoffice/audit-page'), 'AuditPage'),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyPage(() => import('../../../libs/backoffice-auth/backoffice/account-page'), 'AccountPage'),
});

/** Every other address. */
const unknown = createRoute({
  getParentRoute: () => inside,
  path: '$',
  component: lazyPage(() => import('#libs/backoffice-ui/not-found.tsx'), 'PageNotFound'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signedIn,
    secondFactor,
    inside.addChildren([
      overview,
      quizzes,
      newQuiz,
      importQuizzes,
      quiz,
      quizPreview,
      statistics,
      attempts,
      attempt,
      quizLeaderboard,
      leaderboard,
      users,
      newUser,
      user,
      keys,
      audit,
      account,
      unknown,
    ]),
  ]),
  basepath: '/admin',
  // What no page understands is taken out of the address.
  search: { strict: true },
  defaultErrorComponent: PageError,
  // A click is answered at once, whatever its page waits for.
  defaultPendingComponent: PagePending,
  defaultPendingMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
