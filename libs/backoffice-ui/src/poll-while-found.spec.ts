import { ApiError } from './api-error';
import { pollWhileFound } from './poll-while-found';

const next = pollWhileFound(5_000);

it.each([
  ['no error', null, 5_000],
  ['an overload (503)', new ApiError(503, 'The service is overloaded'), 5_000],
  ['a lost connection', new ApiError(0, 'Failed to fetch'), 5_000],
  ['a 404', new ApiError(404, 'API key not found'), false],
])('pollWhileFound: after %s the interval is %s', (_, error, interval) => {
  expect(next({ state: { error } })).toBe(interval);
});
