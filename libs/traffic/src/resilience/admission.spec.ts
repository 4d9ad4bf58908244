import { fastify, type FastifyInstance } from 'fastify';
import { InFlightRequests } from '../in-flight-requests.js';
import { Admission } from './admission.js';
import type { EventLoopDelay } from './event-loop-delay.js';

let milliseconds = 0;

jest.mock('./event-loop-delay.js', () => ({
  EventLoopDelay: jest.fn((): Pick<EventLoopDelay, keyof EventLoopDelay> => ({
    get milliseconds() {
      return milliseconds;
    },
    start: () => undefined,
    stop: () => undefined,
  })),
}));

describe('Admission', () => {
  let server: FastifyInstance;
  /** Ends the work of each request in flight, in their order. */
  let finish: (() => void)[];

  beforeEach(() => {
    milliseconds = 0;
    finish = [];
    server = fastify();
    const limits = { MAX_CONCURRENT_REQUESTS: 10, MAX_EVENT_LOOP_DELAY_MS: 500 };
    const admission = new Admission(server, new InFlightRequests(server.server), limits);
    server.addHook('onRequest', (request, _reply, done) => {
      admission.admit(request);
      done();
    });
    server.addHook('onSend', (request, _reply, payload, done) => {
      admission.release(request);
      done(null, payload);
    });
    server.get('/', async ({ isRejected }) => {
      if (!isRejected) await new Promise<void>((resolve) => finish.push(resolve));
      return { isRejected };
    });
  });

  afterEach(() => server.close());

  const ask = async () => (await server.inject('/')).json<{ isRejected: boolean }>().isRejected;

  it.each([
    [500, 10],
    [501, 2],
  ])('with an event-loop delay of %d ms, admits %d concurrent requests', async (delay, slots) => {
    milliseconds = delay;
    const asked = Array.from({ length: slots }, ask);
    expect(await ask()).toBe(true);
    finish.shift()?.();
    expect(await asked[0]).toBe(false);
    asked.push(ask());
    expect(await ask()).toBe(true);
    while (finish.length < slots) await new Promise(setImmediate);
    finish.forEach((end) => end());
    expect(new Set(await Promise.all(asked))).toEqual(new Set([false]));
  });
});
