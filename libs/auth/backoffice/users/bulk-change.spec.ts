import type { User } from '#libs/backoffice-ui/users-data.ts';
import { bulkChangeOf } from './bulk-change';

const user = (displayName: string, role: User['role'], suspended = false) =>
  ({ id: displayName, displayName, role, suspended }) as User;

const USERS = [
  user('admin', 'admin'),
  user('suspended admin', 'admin', true),
  user('player', 'player'),
  user('suspended player', 'player', true),
];

const namesOf = (change: ReturnType<typeof bulkChangeOf>) =>
  Object.fromEntries(
    Object.entries(change as unknown as Record<string, User[]>).map(([name, users]) => [
      name,
      users.map(({ displayName }) => displayName),
    ]),
  );

it.each([
  [
    { suspended: true },
    { changing: ['admin', 'player'], keyOwners: ['admin', 'player'], losing: ['admin'], gaining: [] },
  ],
  [
    { suspended: false },
    {
      changing: ['suspended admin', 'suspended player'],
      keyOwners: ['suspended admin', 'suspended player'],
      losing: [],
      gaining: ['suspended admin'],
    },
  ],
  [
    { role: 'player' as const },
    { changing: ['admin', 'suspended admin'], keyOwners: ['admin'], losing: ['admin'], gaining: [] },
  ],
  [
    { role: 'admin' as const },
    { changing: ['player', 'suspended player'], keyOwners: ['player'], losing: [], gaining: ['player'] },
  ],
  [
    { role: 'editor' as const },
    {
      changing: ['admin', 'suspended admin', 'player', 'suspended player'],
      keyOwners: ['admin', 'player'],
      losing: ['admin'],
      gaining: ['player'],
    },
  ],
])('bulkChangeOf %j', (changes, expected) => expect(namesOf(bulkChangeOf(USERS, changes))).toEqual(expected));
