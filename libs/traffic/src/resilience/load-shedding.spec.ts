import { LoadShedding } from './load-shedding.js';
import { Pacer } from './pacer.js';

jest.mock('./pacer.js', () => ({ Pacer: jest.fn() }));

it.each([
  [4_500, 1_000],
  [600, 200],
])('with a deadline of %d ms, rejections are delayed by at most %d ms', (deadline, longestWait) => {
  new LoadShedding({ REQUEST_DEADLINE_MS: deadline });
  expect(Pacer).toHaveBeenLastCalledWith(longestWait);
});
