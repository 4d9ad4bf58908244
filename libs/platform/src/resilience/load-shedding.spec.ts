import { fastify } from 'fastify';
import type { Configuration } from '../configuration/configuration.js';
import { RequestsUnderWay } from '../http/requests-under-way.js';
import { shedLoad } from './load-shedding.js';
import { Pace } from './pace.js';

jest.mock('./pace.js', () => {
  const actual = jest.requireActual<{ Pace: typeof Pace }>('./pace.js');
  return { Pace: jest.fn((longestWait: number) => new actual.Pace(longestWait)) };
});

// Nothing is measured where the event loop was held up from one look at its delay to the next.
jest.mock('node:perf_hooks', () => ({
  ...jest.requireActual<object>('node:perf_hooks'),
  monitorEventLoopDelay: () => ({ mean: NaN, enable: () => true, reset: () => undefined }),
}));

it.each([
  [500, true],
  [60_000, false],
])(
  'an event loop that was held up for a second, where %d ms are allowed: has requests refused: %s',
  async (most, isShed) => {
    const server = fastify();
    const limits = {
      MAX_CONCURRENT_REQUESTS: 4,
      MAX_EVENT_LOOP_DELAY_MS: most,
      REQUEST_DEADLINE_MS: 4_500,
    } as Configuration;
    await shedLoad(server, new RequestsUnderWay(server), limits);
    server.get('/', (request) => ({ isShed: request.isShed ?? false }));
    await server.listen();
    // What delays the start is not looked at.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await server.inject('/')).json()).toEqual({ isShed });
    await server.close();
  },
);

it.each([
  [4_500, 1_000],
  [600, 200],
])(
  'refusals of requests that are to be answered within %d ms wait for %d ms at most',
  async (deadline, longestWait) => {
    const server = fastify();
    const limits = {
      MAX_CONCURRENT_REQUESTS: 4,
      MAX_EVENT_LOOP_DELAY_MS: 500,
      REQUEST_DEADLINE_MS: deadline,
    } as Configuration;
    await shedLoad(server, new RequestsUnderWay(server), limits);
    expect(Pace).toHaveBeenLastCalledWith(longestWait);
    await server.close();
  },
);
