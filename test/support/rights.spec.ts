import { rightsByRoute } from './rights.js';

it('rights.ts: a route in two files is an error that names both', () => {
  const rights = { 'GET /api/badges': ['admin'] } as const;
  const files = ['libs/badges/test/rights.ts', 'libs/medals/test/rights.ts'].map((file) => ({ file, rights }));
  expect(() => rightsByRoute(files)).toThrow(
    'libs/badges/test/rights.ts and libs/medals/test/rights.ts both have GET /api/badges',
  );
});
