import { fastify } from 'fastify';
import { shedLoad } from './load-shedding.js';
import { Pacer } from './pacer.js';

jest.mock('./pacer.js', () => ({ Pacer: jest.fn() }));

it.each([
  [4_500, 1_000],
  [600, 200],
])('refusals of requests that are to be answered within %d ms wait for %d ms at most', (deadline, longestWait) => {
  shedLoad(fastify(), { REQUEST_DEADLINE_MS: deadline });
  expect(Pacer).toHaveBeenLastCalledWith(longestWait);
});
