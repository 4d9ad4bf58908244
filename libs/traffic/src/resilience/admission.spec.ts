import { fastify, type FastifyInstance } from 'fastify';
import { Metrics } from '#libs/observability';
import { InFlightRequests } from '../in-flight-requests.js';
import { Admission } from './admission.js';
import { ConcurrencyLimit } from './concurrency-limit.js';

describe('Admission', () => {
  let server: FastifyInstance;
  let metrics: Metrics;
  /** Finishes the work of each request in flight, in their order. */
  let finish: (() => void)[];
  const end = jest.spyOn(ConcurrencyLimit.prototype, 'end');
  const isReached = jest.spyOn(ConcurrencyLimit.prototype, 'isReached');

  beforeEach(() => {
    end.mockClear();
    isReached.mockReturnValue(false);
    finish = [];
    server = fastify();
    metrics = new Metrics();
    const requests = new InFlightRequests(server.server);
    const admission = new Admission(server, requests, metrics, { MAX_QUEUE_WAIT_MS: 500 });
    server.addHook('onRequest', (request, reply, done) => {
      requests.add(reply);
      admission.admit(request);
      admission.admit(request);
      done();
    });
    server.addHook('onSend', (request, _reply, payload, done) => {
      admission.release(request, true);
      done(null, payload);
    });
    server.get('/', async ({ isRejected }) => {
      if (!isRejected) await new Promise<void>((resolve) => finish.push(resolve));
      return { isRejected };
    });
  });

  afterEach(() => server.close());
  afterAll(() => jest.restoreAllMocks());

  const ask = async () => (await server.inject('/')).json<{ isRejected: boolean }>().isRejected;

  const inFlight = async () =>
    (await metrics.registry.getSingleMetric('quiz_requests_in_flight')?.get())?.values[0]?.value;

  it('gives a request one slot until its response', async () => {
    const asked = [ask(), ask()];
    while (finish.length < 2) await new Promise(setImmediate);
    expect(await inFlight()).toBe(2);
    finish.forEach((resolve) => resolve());
    expect(await Promise.all(asked)).toEqual([false, false]);
    expect(await inFlight()).toBe(0);
    expect(end.mock.calls).toEqual([[true], [true]]);
  });

  it('rejects requests at the limit, which take no slot', async () => {
    isReached.mockReturnValue(true);
    expect(await ask()).toBe(true);
    expect(await inFlight()).toBe(0);
    expect(end).not.toHaveBeenCalled();
  });

  it('takes the slot of a disconnected client back as abandoned', async () => {
    const url = await server.listen({ port: 0 });
    const client = new AbortController();
    const asked = fetch(url, { signal: client.signal });
    while (finish.length < 1) await new Promise(setImmediate);
    client.abort();
    await expect(asked).rejects.toThrow('aborted');
    while ((await inFlight()) !== 0) await new Promise(setImmediate);
    expect(end.mock.calls).toEqual([[false]]);
    finish[0]?.();
  });
});
