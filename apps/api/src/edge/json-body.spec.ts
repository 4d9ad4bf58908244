import { fastify, type FastifyInstance, type HTTPMethods, type InjectOptions } from 'fastify';
import { httpErrors, ValidationFailed } from '#libs/http';
import { ignoreTypeOfUnusedBody, parseJsonBodies } from './json-body.js';

describe('bodies', () => {
  let server: FastifyInstance;
  let error: unknown;

  beforeEach(() => {
    error = undefined;
    server = fastify();
    parseJsonBodies(server);
    server.addHook('onRequest', (request, _reply, done) => {
      ignoreTypeOfUnusedBody(request);
      done();
    });
    server.setErrorHandler((thrown, _request, reply) => {
      error = thrown;
      void reply.status(400).send();
    });
    const method: HTTPMethods[] = ['GET', 'POST', 'DELETE'];
    server.route({ method, url: '/', handler: ({ body }) => ({ body: body ?? 'none' }) });
  });
  afterEach(() => server.close());

  const JSON_TYPE = { 'content-type': 'application/json' };
  const send = async (payload: string | Buffer, headers: Record<string, string>, method: InjectOptions['method']) =>
    (await server.inject({ method, url: '/', payload, headers })).body;

  it.each(['application/json', 'application/json; charset=utf-8'])('are JSON of the type %s', async (type) => {
    expect(await send('{"a":"ü"}', { 'content-type': type }, 'POST')).toBe('{"body":{"a":"ü"}}');
  });

  it('may be empty, which endpoints that need one reject', async () => {
    expect(await send('', JSON_TYPE, 'POST')).toBe('{"body":"none"}');
  });

  it('may have the content coding identity', async () => {
    expect(await send('{}', { ...JSON_TYPE, 'content-encoding': 'identity' }, 'POST')).toBe('{"body":{}}');
  });

  it.each([
    ['of another type', '{}', { 'content-type': 'text/plain' }, httpErrors.ContentTypeNotJson],
    ['without a type', '{}', {}, httpErrors.ContentTypeNotJson],
    [
      'of another charset',
      '{}',
      { 'content-type': 'application/json; charset=latin1' },
      httpErrors.CharsetNotSupported,
    ],
    ['with a coding', '{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }, httpErrors.ContentEncodingNotSupported],
    [
      'with one of several codings',
      '{}',
      { ...JSON_TYPE, 'content-encoding': 'identity, br' },
      httpErrors.ContentEncodingNotSupported,
    ],
    ['that are no JSON', '{', JSON_TYPE, httpErrors.InvalidJson],
    ['that are nested deeper than any body', '['.repeat(33), JSON_TYPE, ValidationFailed],
    ['with more values than any body', `[${'1,'.repeat(2_000)}1]`, JSON_TYPE, ValidationFailed],
    ['that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE, httpErrors.InvalidJson],
  ])('%s are rejected', async (_case, payload, headers, expected) => {
    await send(payload, headers, 'POST');
    expect(error).toBeInstanceOf(expected);
  });

  it.each(['GET', 'DELETE'] as const)('of %s have no meaning and are ignored', async (method) => {
    for (const headers of [JSON_TYPE, { 'content-type': 'text/plain' }, {}]) {
      expect(await send('{', headers, method)).toBe('{"body":"none"}');
    }
  });
});
