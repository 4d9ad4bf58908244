import { rightsByRoute } from './rights.js';

it('rights.ts: a route in two files is an error that names both', () => {
  const rights = { 'GET /api/badges': ['admin'] } as const;
  const twice = () =>
    rightsByRoute([
      ['libs/badges/test/rights.ts', rights],
      ['libs/medals/test/rights.ts', rights],
    ]);
  expect(twice).toThrow('libs/badges/test/rights.ts and libs/medals/test/rights.ts both have GET /api/badges');
});
