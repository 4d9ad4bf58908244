import { roleOfGroups } from './group-roles.js';

const roles = new Map([
  ['teachers', 'viewer'],
  ['pupils', 'player'],
  ['authors', 'editor'],
  ['quiz-admins', 'admin'],
  ['owners', 'admin'],
] as const);

describe('roleOfGroups', () => {
  it.each([
    [[], undefined],
    [['staff', 'Teachers', 'teachers '], undefined],
    [['constructor', '__proto__'], undefined],
    [['teachers'], 'viewer'],
    [['pupils', 'teachers'], 'player'],
    [['pupils', 'authors'], 'editor'],
    [['teachers', 'staff', 'owners', 'pupils', 'authors'], 'admin'],
  ])('%j give %s', (groups, role) => expect(roleOfGroups(groups, roles)).toBe(role));
});
