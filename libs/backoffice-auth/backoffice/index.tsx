import { createRoute, redirect } from '@tanstack/react-router';
import { type Contribution, insideRoute, rootRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { ShellError, ShellPending } from '#libs/backoffice-ui/page-states.tsx';
import { currentSession, refreshSession } from '#libs/backoffice-ui/session-fetch.ts';
import { signInSearch, userSessionsSearch } from './search';
import { SignInPage } from './sign-in-page';
import { SignedInPage } from './signed-in-page';
import failedSignInsNotice from './failed-sign-ins-notice';

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: SignInPage,
});

const signedIn = createRoute({ getParentRoute: () => rootRoute, path: '/signed-in', component: SignedInPage });

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyPage(() => import('./invitation-page'), 'InvitationPage'),
  pendingComponent: ShellPending,
  errorComponent: ShellError,
});

/** The only page of users who must set up a second factor first. */
const secondFactor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  component: lazyPage(() => import('./enrolment-page'), 'EnrolmentPage'),
  pendingComponent: ShellPending,
  errorComponent: ShellError,
  beforeLoad: async () => {
    if (currentSession() === undefined && !(await refreshSession())) redirect({ to: '/sign-in', throw: true });
    if (currentSession()?.secondFactor !== 'missing') redirect({ to: '/', throw: true });
  },
});

const account = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account',
  component: lazyPage(() => import('./account-page'), 'AccountPage'),
  staticData: { editor: true },
});

const userSessions = createRoute({
  getParentRoute: () => insideRoute,
  path: '/users/sessions',
  validateSearch: userSessionsSearch,
  component: lazyPage(() => import('./user-sessions-page'), 'UserSessionsPage'),
});

const routes = [userSessions, signIn, signedIn, invitation, secondFactor, account] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    backofficeAuth: typeof routes;
  }
}

const auditActions = {
  'invitation.created': 'Invited a user',
  'invitation.accepted': 'Accepted an invitation',
  'invitation.revoked': 'Revoked an invitation',
  'password.changed': 'Changed their password',
  'password.set': 'Set the password of a user',
  'second-factor.enabled': 'Set up a second factor',
  'second-factor.disabled': 'Turned their second factor off',
  'second-factor.reset': 'Reset the second factor of a user',
  'recovery-code.used': 'Used a recovery code',
  'recovery-codes.renewed': 'Made new recovery codes',
  'session.began': 'Signed in',
  'session.failed': 'Failed sign-ins',
  'session.ended': 'Signed out',
  'session.revoked': 'Ended a session',
  'sessions.ended': 'Signed out everywhere',
  'sessions.terminated': 'Ended the sessions of a user',
  'sessions.revoked': 'Signed out everywhere else',
};

const notices = { 'failed sign-ins': failedSignInsNotice };

export default { routes, auditActions, notices } satisfies Contribution;
