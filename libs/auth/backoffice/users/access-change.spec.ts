import { maySignIn, scopeChange } from './access-change';

const ROLES = {
  admin: ['read', 'write', 'submit'],
  application: ['read', 'submit', 'act'],
  player: ['read', 'submit'],
  viewer: ['read'],
};
const active = (role: 'admin' | 'player' | 'viewer') => ({ role, suspended: false });
const suspended = (role: 'admin' | 'player' | 'viewer') => ({ role, suspended: true });

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
  [active('admin'), true],
  [suspended('admin'), false],
  [active('player'), false],
])('maySignIn: %j: %s', (access, may) => {
  expect(maySignIn(access)).toBe(may);
});
