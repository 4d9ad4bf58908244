import { explain } from './explain.js';

it.each([
  ['28P01', 'password authentication failed for user "quiz"', 'The database rejects the user or the password: correct'],
  ['28000', 'role "nobody" does not exist', 'The database rejects the user or the password: correct DATABASE_URL.'],
  ['3D000', 'database "none" does not exist', 'database "none" does not exist: create it, or correct DATABASE_URL.'],
  ['ECONNREFUSED', 'connect', 'The database cannot be reached (ECONNREFUSED): check DATABASE_URL.'],
])('explains the error %s of the database: %s', (code, message, text) => {
  expect(explain(Object.assign(new Error(message), { code }))).toContain(text);
});

it('shows where a mistake in the code is', () => {
  expect(explain(new TypeError('x is not a function'))).toMatch(/x is not a function\n +at .*explain\.spec/);
});
