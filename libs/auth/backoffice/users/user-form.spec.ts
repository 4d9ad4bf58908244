import { changesOf, formOf } from './user-form';

const USER = {
  id: '019b76da-a800-7000-8000-000000000001',
  email: 'ada@example.com',
  displayName: 'Ada',
  image: 'https://example.com/ada.png',
  role: 'player' as const,
  suspended: false,
  tags: ['7b'],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const changes = (changed: Partial<ReturnType<typeof formOf>>) => changesOf(USER, { ...formOf(USER), ...changed });

it.each([
  ['nothing', {}, {}],
  ['a name', { displayName: ' Ada L. ' }, { displayName: 'Ada L.' }],
  ['a name by spaces only', { displayName: ' Ada ' }, {}],
  ['an image', { image: ' https://example.com/new.png ' }, { image: 'https://example.com/new.png' }],
  ['no image', { image: ' ' }, { image: null }],
  ['a role', { role: 'viewer' as const }, { role: 'viewer' }],
  ['a suspension', { suspended: true }, { suspended: true }],
  ['other tags', { tags: ['7b', 'Chess'] }, { tags: ['7b', 'Chess'] }],
  ['no tags', { tags: [] }, { tags: [] }],
])('changesOf: contains only %s', (_, changed, expected) => {
  expect(changes(changed)).toEqual(expected);
});

it('changesOf: is empty for an unchanged user without an image and tags', () => {
  const { tags: _, ...user } = { ...USER, image: null };
  expect(changesOf(user, formOf(user))).toEqual({});
});
