import { pagePathOf } from './return-path.js';

describe('pagePathOf', () => {
  it.each([
    '/admin',
    '/admin/',
    '/admin/quizzes',
    '/admin/users?search=ada&page=2',
    '/admin?a=b',
    '/admin/quizzes/1#top',
  ])('returns %s unchanged', (path) => expect(pagePathOf(path)).toBe(path));

  it.each([
    ['/admin/users?search=ä b', '/admin/users?search=%C3%A4%20b'],
    ['/admin/../admin/quizzes', '/admin/quizzes'],
    ['/admin/\r\nset-cookie: session=x', '/admin/set-cookie:%20session=x'],
    ['/admin\\quizzes', '/admin/quizzes'],
  ])('resolves %j as a browser does: %s', (value, path) => expect(pagePathOf(value)).toBe(path));

  it.each([
    undefined,
    1,
    ['/admin'],
    '',
    '/',
    'admin',
    ' /admin',
    '/administration',
    '/docs',
    '/api/quizzes',
    '/admin/api',
    '/admin/api/session/oidc',
    '/admin/x/../api/session',
    '//evil.example',
    '//evil.example/admin',
    '///evil.example/admin',
    '//site.invalid@evil.example/admin',
    'http://site.invalid/admin',
    'https://evil.example/admin',
    'javascript:alert(1)',
    '\\\\evil.example/admin',
    '/\\evil.example/admin',
    '/\t/evil.example/admin',
    '/\n\\evil.example/admin',
    '/admin\\..\\..\\docs',
    '/admin/..',
    '/admin/../..',
    '/admin/..//evil.example',
    '/admin/%2e%2e/docs',
    '/admin/.%2E//evil.example',
    '/admin/\t../docs',
    '/admin@evil.example',
    '/admin.evil.example',
    '/admin:80',
  ])('rejects %j', (path) => expect(pagePathOf(path)).toBeUndefined());
});
