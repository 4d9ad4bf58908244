import fc from 'fast-check';
import { ADMIN_PATH, BASE_PATH, decodedPath, isUnder, routablePath } from './paths.js';

describe('isUnder', () => {
  it.each([
    [BASE_PATH, '/api', true],
    [BASE_PATH, '/api/', true],
    [BASE_PATH, '/api/quizzes', true],
    [BASE_PATH, '/apis', false],
    [BASE_PATH, '/API/quizzes', false],
    [BASE_PATH, '//api/quizzes', false],
    [BASE_PATH, '/admin/api', false],
    [BASE_PATH, '', false],
    [ADMIN_PATH, '/admin/api/users', true],
    [ADMIN_PATH, '/admin/apis', false],
    [ADMIN_PATH, '/admin', false],
  ])('of %s: %j is %s', (prefix, path, expected) => {
    expect(isUnder(prefix, path)).toBe(expected);
  });
});

describe('routablePath', () => {
  it.each([
    ['/api/quizzes?page=1', '/api/quizzes?page=1'],
    ['/api/quizzes/%C3%A4?a=%', '/api/quizzes/%C3%A4?a=%'],
    ['http://quiz.example.com/api/quizzes', '/api/quizzes'],
    ['HTTPS://user@quiz.example.com:8443/api?x=http://a/b', '/api?x=http://a/b'],
    ['http://quiz.example.com', '/'],
    ['http://quiz.example.com?page=1', '/?page=1'],
    ['http:///api', '/api'],
    ['//quiz.example.com/api', '//quiz.example.com/api'],
    ['/http://quiz.example.com/api', '/http://quiz.example.com/api'],
    ['ftp://quiz.example.com/api', '/ftp://quiz.example.com/api'],
    ['*', '/*'],
    ['', '/'],
    ['?page=1', '/?page=1'],
    ['/api/%', '/api/%25'],
    ['/api/%zz/%41', '/api/%25zz/%2541'],
    ['/api/%ff?a=%ff', '/api/%25ff?a=%ff'],
    ['/api/%C3', '/api/%25C3'],
    ['/api/%?a?b=%', '/api/%25?a?b=%'],
    ['http://quiz.example.com/%', '/%25'],
  ])('of %j is %j', (target, path) => {
    expect(routablePath(target)).toBe(path);
  });

  const part = fc.constantFrom(
    '/',
    '%',
    '%2',
    '%2F',
    '%41',
    '%C3%A4',
    '%ff',
    '%00',
    '?',
    '#',
    ';',
    ':',
    '.',
    'a',
    'http://',
    'api',
  );
  const target = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

  it('is always a path that can be decoded, and is idempotent', () => {
    fc.assert(
      fc.property(target, (sent) => {
        const path = routablePath(sent);
        expect(path.startsWith('/')).toBe(true);
        expect(() => decodeURIComponent(path.split('?', 1)[0] ?? '')).not.toThrow();
        expect(routablePath(path)).toBe(path);
      }),
    );
  });

  it('leaves the query unchanged', () => {
    fc.assert(
      fc.property(target, target, (path, query) => {
        fc.pre(!path.includes('?'));
        expect(routablePath(`/${path}?${query}`).endsWith(`?${query}`)).toBe(true);
      }),
    );
  });
});

describe('decodedPath', () => {
  it.each([
    ['/api/quizzes?page=/admin', '/api/quizzes'],
    ['/api/quizzes#part', '/api/quizzes'],
    ['/%61pi/quizzes', '/api/quizzes'],
    ['/a%70%69', '/api'],
    ['/api%2Fquizzes', '/api%2Fquizzes'],
    ['/api%3Fpage', '/api%3Fpage'],
    ['/%2561pi', '/%61pi'],
    ['/api/%C3%A4', '/api/ä'],
    ['/api/%', '/api/%'],
    ['', ''],
  ])('of %j is %j', (url, path) => {
    expect(decodedPath(url)).toBe(path);
  });
});
