import { flag, oneOf, ORDERS, pageSearch, present, text } from './search-params';

describe('search parameters of a page', () => {
  it.each<[object, object]>([
    [
      { page: 2, limit: 10 },
      { page: 2, limit: 10 },
    ],
    [
      { page: '3', limit: '100' },
      { page: 3, limit: 100 },
    ],
    // The first page and the usual size are not in addresses.
    [{ page: 1, limit: 30 }, {}],
    [{ page: -1, limit: 'abc' }, {}],
    [{ page: ['2', '3'], limit: 20 }, {}],
    [{ page: 1.5 }, {}],
  ])('pageSearch reads %j as %j', (raw, search) => expect(pageSearch(raw as never)).toEqual(search));

  it.each([
    ['asc', 'asc'],
    ['up', undefined],
    ['constructor', undefined],
    [undefined, undefined],
  ])('oneOf leaves out what is no choice: %j', (value, choice) => expect(oneOf(value, ORDERS)).toBe(choice));

  it.each([
    [true, true],
    ['false', false],
    ['maybe', undefined],
    [undefined, undefined],
  ])('flag reads %j as %j', (value, read) => expect(flag(value)).toBe(read));

  it.each([
    ['ada', 'ada'],
    [2026, '2026'],
    ['', undefined],
    [{}, undefined],
  ])('text reads %j as %j', (value, read) => expect(text(value)).toBe(read));

  it('present leaves out undefined values', () => expect(present({ a: undefined, b: false })).toEqual({ b: false }));
});
