// Queries of users and roles.
import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';
import type { components, operations } from './api.gen';

export type User = components['schemas']['User'];
export type Role = User['role'];

/** The scopes of each role. */
export type Roles = Record<Role, string[]>;

type UsersQuery = NonNullable<operations['UsersController_listUsers']['parameters']['query']>;

export const ROLE_LABELS: Record<Role, string> = {
  admin: 'Administrator',
  editor: 'Editor',
  application: 'Application',
  player: 'Player',
  viewer: 'Viewer',
};

/** For selects. */
export const ROLE_CHOICES = (['player', 'viewer', 'application', 'editor', 'admin'] as const).map((value) => ({
  value,
  label: ROLE_LABELS[value],
}));

/** Whether users of a role may sign in to the backoffice. */
export const hasBackoffice = (role: Role): role is 'admin' | 'editor' => role === 'admin' || role === 'editor';

export const usersOptions = (query: UsersQuery) =>
  queryOptions({ queryKey: ['users', query], queryFn: () => dataOf(api.GET('/users', { params: { query } })) });

/** The tags of users that begin with a text, the most used first. Part of the list, so that they are read again when it changes. */
export const userTagsQuery = (search = '') =>
  queryOptions({
    queryKey: ['users', 'tags', search],
    queryFn: () => dataOf(api.GET('/users/tags', { params: { query: { ...(search && { search }) } } })),
  });

export const userOptions = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: () => dataOf(api.GET('/users/{id}', { params: { path: { id } } })),
  });

export const rolesOptions = queryOptions({
  queryKey: ['roles'],
  queryFn: () => dataOf(api.GET('/roles')),
  select: ({ roles }) => Object.fromEntries(roles.map(({ name, scopes }) => [name, scopes])) as Roles,
  // They change only with a new version of the service.
  staleTime: Infinity,
});
