import { createRoute } from '@tanstack/react-router';
import { KeyRound, Users } from 'lucide-react';
import { type Contribution, insideRoute } from '#libs/backoffice-ui/contribution.ts';
import { lazyPage } from '#libs/backoffice-ui/lazy-page.tsx';
import { keysSearch, newUserSearch, usersSearch } from './search';
import endingKeysNotice from './keys/ending-keys-notice';

const users = createRoute({
  getParentRoute: () => insideRoute,
  path: '/users',
  validateSearch: usersSearch,
  component: lazyPage(() => import('./users/users-page'), 'UsersPage'),
  staticData: { menu: { label: 'Users', icon: Users, after: '/leaderboard' } },
});

const newUser = createRoute({
  getParentRoute: () => insideRoute,
  path: '/users/new',
  validateSearch: newUserSearch,
  component: lazyPage(() => import('./users/new-user-page'), 'NewUserPage'),
});

const importUsers = createRoute({
  getParentRoute: () => insideRoute,
  path: '/users/import',
  component: lazyPage(() => import('./users/import/import-users-page'), 'ImportUsersPage'),
});

const user = createRoute({
  getParentRoute: () => insideRoute,
  path: '/users/$userId',
  component: lazyPage(() => import('./users/user-page'), 'UserPage'),
});

const keys = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/keys',
  validateSearch: keysSearch,
  component: lazyPage(() => import('./keys/keys-page'), 'KeysPage'),
  staticData: { menu: { label: 'API keys', icon: KeyRound, after: '/users' } },
});

const key = createRoute({
  getParentRoute: () => insideRoute,
  path: '/settings/keys/$keyId',
  component: lazyPage(() => import('./keys/key-page'), 'KeyPage'),
});

const routes = [users, newUser, importUsers, user, keys, key] as const;

declare module '#libs/backoffice-ui/contribution.ts' {
  interface Pages {
    auth: typeof routes;
  }
}

const auditActions = {
  'user.created': 'Created a user',
  'user.changed': 'Changed a user',
  'user.registered': 'Registered players',
  'user.erased': 'Erased a user',
  'key.created': 'Created an API key',
  'key.changed': 'Changed an API key',
  'key.rotated': 'Rotated an API key',
  'key.deleted': 'Deleted an API key',
};

const auditSubjects = {
  key: { label: 'API keys', pathOf: (id: string) => `/settings/keys/${id}` },
  user: { label: 'Users', pathOf: (id: string) => `/users/${id}` },
};

const notices = { 'ending keys': endingKeysNotice };

export default { routes, auditActions, auditSubjects, notices } satisfies Contribution;
