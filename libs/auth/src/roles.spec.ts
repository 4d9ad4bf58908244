import { roleAllows } from './roles.js';

describe('roleAllows', () => {
  it.each([
    ['admin', 'quizzes:write', true, true],
    ['admin', 'attempts:write', false, true],
    ['player', 'attempts:write', false, true],
    ['player', 'quizzes:read', false, true],
    ['player', 'quizzes:write', true, false],
    ['player', 'quizzes:read', true, false],
    ['viewer', 'attempts:read', false, true],
    ['viewer', 'attempts:write', false, false],
  ] as const)('%s, %s, admin %s: %s', (role, scope, admin, allowed) => {
    expect(roleAllows(role, { scope, admin })).toBe(allowed);
  });
});
