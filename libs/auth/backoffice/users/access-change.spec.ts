import { isLowered, isRaised, scopeChange } from './access-change';

const ROLES = {
  admin: ['read', 'write', 'submit'],
  editor: ['read', 'submit'],
  application: ['read', 'submit', 'act'],
  player: ['read', 'submit'],
  viewer: ['read'],
};
type Role = keyof typeof ROLES;
const active = (role: Role) => ({ role, suspended: false });
const suspended = (role: Role) => ({ role, suspended: true });

it.each([
  ['a promotion', active('viewer'), active('admin'), ['write', 'submit'], []],
  ['a demotion', active('admin'), active('viewer'), [], ['write', 'submit']],
  ['a suspension', active('player'), suspended('player'), [], ['read', 'submit']],
  ['the end of a suspension', suspended('player'), active('player'), ['read', 'submit'], []],
  ['another role while suspended', suspended('viewer'), suspended('admin'), [], []],
  ['another role with the suspension', active('admin'), suspended('viewer'), [], ['read', 'write', 'submit']],
  ['another role with the end of the suspension', suspended('admin'), active('viewer'), ['read'], []],
  ['no change', active('player'), active('player'), [], []],
])('%s', (_, before, after, gained, lost) => {
  expect(scopeChange(before, after, ROLES)).toEqual({ gained, lost });
});

it.each([
  [active('player'), active('admin'), 'raised'],
  [active('player'), active('editor'), 'raised'],
  [active('editor'), active('admin'), 'raised'],
  [suspended('editor'), active('editor'), 'raised'],
  [active('admin'), active('editor'), 'lowered'],
  [active('editor'), active('player'), 'lowered'],
  [active('admin'), suspended('admin'), 'lowered'],
  [active('player'), active('viewer'), 'neither'],
  [suspended('admin'), suspended('editor'), 'neither'],
  [active('player'), suspended('editor'), 'neither'],
])('rights in the backoffice: %j to %j is %s', (before, after, expected) => {
  const change = { raised: isRaised(before, after), lowered: isLowered(before, after) };
  expect(change).toEqual({ raised: expected === 'raised', lowered: expected === 'lowered' });
});
