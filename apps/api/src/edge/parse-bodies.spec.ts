import { fastify, type FastifyInstance, type HTTPMethods, type InjectOptions } from 'fastify';
import { httpErrors, ValidationFailed } from '#libs/http';
import { ignoreTypeOfUnusedBody, parseBodies } from './parse-bodies.js';

describe('bodies', () => {
  let server: FastifyInstance;
  let error: unknown;

  beforeEach(() => {
    error = undefined;
    server = fastify();
    parseBodies(server);
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
    server.post(
      '/file',
      { config: { body: { type: Buffer, limit: 10, bounds: { bytes: 10, depth: 0, values: 0 } } } },
      ({ body }) => ({
        body: Buffer.isBuffer(body) ? body.toString('hex') : 'none',
      }),
    );
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

  describe('of files', () => {
    const FILE_TYPE = { 'content-type': 'application/octet-stream' };
    const sendFile = async (payload: Buffer, headers: Record<string, string>) =>
      (await server.inject({ method: 'POST', url: '/file', payload, headers })).body;

    it('are their bytes', async () => {
      expect(await sendFile(Buffer.from([0, 0xff]), FILE_TYPE)).toBe('{"body":"00ff"}');
      expect(await sendFile(Buffer.alloc(0), FILE_TYPE)).toBe('{"body":"none"}');
    });

    it.each([
      ['JSON', JSON_TYPE, httpErrors.ContentTypeNotBinary],
      ['of another type', { 'content-type': 'text/csv' }, httpErrors.ContentTypeNotBinary],
      ['with a coding', { ...FILE_TYPE, 'content-encoding': 'gzip' }, httpErrors.ContentEncodingNotSupported],
    ])('are rejected if they are %s', async (_case, headers, expected) => {
      await sendFile(Buffer.from('{}'), headers);
      expect(error).toBeInstanceOf(expected);
    });

    it('are rejected where a route takes JSON', async () => {
      await send('{}', FILE_TYPE, 'POST');
      expect(error).toBeInstanceOf(httpErrors.ContentTypeNotJson);
    });
  });
});
