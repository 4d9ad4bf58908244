import { parseQuery } from './parse-query.js';

it.each([
  ['', {}],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a', { a: '' }],
  ['a=b=c&&=d', { a: 'b=c', '': 'd' }],
  ['a+b=c+d%2B%20e', { 'a b': 'c d+ e' }],
  ['%C3%BC=%F0%9F%98%80&b=ü', { ü: '😀', b: 'ü' }],
  ['a[]=1&__proto__=2', JSON.parse('{"a[]":"1","__proto__":"2"}') as object],
])('a query %j is read as %j', (query, expected) => {
  expect({ ...parseQuery(query) }).toEqual(expected);
});

it('a query has all of its parameters', () => {
  expect(Object.keys(parseQuery(Array.from({ length: 5_000 }, (_, index) => `${index}=1`).join('&')))).toHaveLength(
    5_000,
  );
});

it.each(['%FF', 'a%', '%zz', '%C3%28', '%C0%80', '%ED%A0%80', '%ED%A0%80%ED%B0%80', '%F4%90%80%80'])(
  'a value %s is no valid Unicode',
  (value) => {
    const { a, b } = parseQuery(`a=${value}&b=%C3%BC`);
    expect([(a as string).isWellFormed(), b]).toEqual([false, 'ü']);
  },
);
