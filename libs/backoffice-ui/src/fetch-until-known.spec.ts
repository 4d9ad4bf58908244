import { ApiError, OutcomeUnknown } from './api-error';
import { fetchUntilKnown, isChecking, onCheckingChange } from './fetch-until-known';

const CUT = new ApiError(0, 'The service cannot be reached.');
const IN_PROGRESS = { error: 'A request with this Idempotency-Key is in progress' };

/** A service that returns these responses one after another; an error is a lost response. */
class Service {
  readonly received: { method: string; key: string | null; body: string }[] = [];

  constructor(private readonly answers: (Response | Error)[]) {}

  readonly send = async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    this.received.push({ method, key: headers.get('idempotency-key'), body: await request.text() });
    const answer = this.answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? CUT;
  };

  keys = () => this.received.map(({ key }) => key);
}

const sendRequest = (service: Service, method: string, path: string, body?: string, headers = {}) =>
  fetchUntilKnown(
    new Request(`http://localhost/admin/api${path}`, { method, headers, ...(body !== undefined && { body }) }),
    service.send,
    [0, 0],
  );

const brokenOff = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"id"')),
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
    { status: 201 },
  );

describe('fetchUntilKnown', () => {
  it.each([
    ['gets no response', () => CUT],
    ['gets part of a response', brokenOff],
    ['gets 502', () => new Response('', { status: 502 })],
    ['gets 503', () => new Response('', { status: 503 })],
    ['gets 504', () => new Response('', { status: 504 })],
    ['is in progress', () => Response.json(IN_PROGRESS, { status: 409 })],
  ])('repeats a POST that %s, with the same key and body', async (_, lost) => {
    const service = new Service([lost(), Response.json({ id: 'a' }, { status: 201 })]);
    const response = await sendRequest(service, 'POST', '/keys', '{"name":"a"}');
    expect(await response.json()).toEqual({ id: 'a' });
    const [first, second] = service.received;
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toEqual(first);
    expect(service.received).toHaveLength(2);
  });

  it.each(['/quizzes/question-reading', '/users/file-reading'])('repeats the reading of a file: %s', async (path) => {
    const service = new Service([CUT, Response.json({}, { status: 200 })]);
    expect((await sendRequest(service, 'POST', path, '{"text":"a"}')).status).toBe(200);
    expect(service.received).toHaveLength(2);
  });

  it.each([201, 400, 404, 409, 412, 422, 500])('returns a response with status %d immediately', async (status) => {
    const service = new Service([Response.json({ error: 'said' }, { status })]);
    const response = await sendRequest(service, 'POST', '/keys', '{}');
    expect([response.status, await response.json()]).toEqual([status, { error: 'said' }]);
    expect(service.received).toHaveLength(1);
  });

  it('throws OutcomeUnknown if no response arrives, and uses the same key for the same form', async () => {
    const service = new Service([CUT, CUT, CUT, Response.json({}, { status: 201 })]);
    await expect(sendRequest(service, 'POST', '/keys', '{"name":"b"}')).rejects.toThrow(
      new OutcomeUnknown(0, 'The service did not answer. Try again without changing anything: it is not done twice.'),
    );
    await sendRequest(service, 'POST', '/keys', '{"name":"b"}');
    expect(new Set(service.keys()).size).toBe(1);
    expect(service.received).toHaveLength(4);
  });

  it('uses a new key for a changed form, and after a success', async () => {
    const lost = new Service([]);
    await expect(sendRequest(lost, 'POST', '/keys', '{"name":"c"}')).rejects.toBeInstanceOf(OutcomeUnknown);
    const answers = Array.from({ length: 3 }, () => Response.json({}, { status: 201 }));
    const service = new Service(answers);
    for (const name of ['d', 'c', 'c']) await sendRequest(service, 'POST', '/keys', JSON.stringify({ name }));
    const [changed, same, after] = service.keys();
    expect(same).toBe(lost.keys()[0]);
    expect(new Set([changed, same, after]).size).toBe(3);
  });

  it('uses a new key after a rejection', async () => {
    const service = new Service([Response.json({}, { status: 400 }), Response.json({}, { status: 201 })]);
    await sendRequest(service, 'POST', '/users', '{}');
    await sendRequest(service, 'POST', '/users', '{}');
    expect(new Set(service.keys()).size).toBe(2);
  });

  it('does not replace the key of the request', async () => {
    const service = new Service([CUT, Response.json({}, { status: 201 })]);
    await sendRequest(service, 'POST', '/quizzes', '{}', { 'idempotency-key': 'mine' });
    expect(service.keys()).toEqual(['mine', 'mine']);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('repeats a %s, without a key', async (method) => {
    const service = new Service([CUT, new Response(null, { status: 204 })]);
    expect((await sendRequest(service, method, '/users/a')).status).toBe(204);
    expect(service.keys()).toEqual([null, null]);
  });

  it('treats 404 as the success of a repeated DELETE, but as a failure of the first one', async () => {
    const notFound = () => Response.json({ error: 'API key not found' }, { status: 404 });
    expect((await sendRequest(new Service([CUT, notFound()]), 'DELETE', '/keys/a')).status).toBe(204);
    expect((await sendRequest(new Service([notFound()]), 'DELETE', '/keys/a')).status).toBe(404);
  });

  it('does not repeat a change of password with an unknown outcome', async () => {
    const service = new Service([]);
    await expect(sendRequest(service, 'PUT', '/session/password', '{}')).rejects.toThrow(
      new OutcomeUnknown(0, 'The service did not answer. Check whether it was done before you try again.'),
    );
    expect(service.received).toHaveLength(1);
  });

  it.each([
    ['GET', '/keys'],
    ['POST', '/session'],
    ['DELETE', '/sessions'],
  ])('neither repeats %s %s nor says that its outcome is unknown', async (method, path) => {
    const service = new Service([]);
    const failure = await sendRequest(service, method, path).catch((error: unknown) => error);
    expect(failure).toBe(CUT);
    expect(service.keys()).toEqual([null]);
  });

  it('notifies listeners from the first lost response until the outcome is known', async () => {
    const notifications: boolean[] = [];
    const leave = onCheckingChange(() => notifications.push(isChecking()));
    await sendRequest(new Service([CUT, CUT, new Response(null, { status: 204 })]), 'DELETE', '/keys/a');
    await sendRequest(new Service([new Response(null, { status: 204 })]), 'DELETE', '/keys/a');
    await sendRequest(new Service([]), 'DELETE', '/keys/a').catch(() => undefined);
    leave();
    expect(notifications).toEqual([true, false, true, false]);
  });
});
