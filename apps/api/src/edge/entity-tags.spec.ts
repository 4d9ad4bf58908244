import { Readable } from 'node:stream';
import { fastify, type FastifyInstance } from 'fastify';
import type { RegisteredEndpoint } from '#libs/http';
import { omitLengthOfNotModified, tagReads } from './entity-tags.js';

const KEY: RegisteredEndpoint['access'] = { kind: 'key' };

describe('tagReads', () => {
  let server: FastifyInstance;
  let text = 'a';

  beforeAll(() => {
    server = fastify({ logger: { level: 'silent' } });
    server.addHook('onRoute', tagReads);
    server.route({ method: ['POST'], url: '/text', config: { access: KEY }, handler: () => text });
    server.get('/text', { config: { access: KEY } }, () => text);
    server.get('/json', { config: { access: KEY } }, () => ({ text }));
    server.get('/own', { config: { access: KEY } }, (_, reply) => reply.header('etag', '"own"').send(text));
    server.get('/stream', { config: { access: KEY } }, (_, reply) => reply.send(Readable.from([text])));
    server.get('/error', { config: { access: KEY } }, (_, reply) => reply.status(404).send(text));
    server.get('/session', { config: { access: { kind: 'session' } } }, () => text);
    server.get('/elsewhere', () => text);
  });
  afterAll(() => server.close());

  const read = async (url: string, ifNoneMatch?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch };
    const { statusCode, headers: received, body } = await server.inject({ method, url, headers });
    return { status: statusCode, etag: received.etag, type: received['content-type'], body };
  };

  it.each(['/text', '/json'])('changes the tag with the text: %s', async (url) => {
    const { etag } = await read(url);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect((await read(url)).etag).toBe(etag);
    expect((await read(url, undefined, 'HEAD')).etag).toBe(etag);
    text = 'b';
    const changed = await read(url, String(etag));
    text = 'a';
    expect(changed.status).toBe(200);
    expect(changed.etag).not.toBe(etag);
  });

  it('answers 304 without a body to a client with the tag', async () => {
    const { etag = '' } = await read('/json');
    for (const header of [etag, `W/${etag}`, `"x", W/${etag}`, '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        expect(await read('/json', header, method)).toEqual({ status: 304, etag, type: undefined, body: '' });
      }
    }
    expect((await read('/json', '"x"')).status).toBe(200);
  });

  it.each(['/stream', '/error', '/session', '/elsewhere'])('leaves %s without a tag', async (url) => {
    expect(await read(url, '*')).toMatchObject({ etag: undefined, body: 'a' });
  });

  it('leaves writes without a tag', async () => {
    expect(await read('/text', '*', 'POST')).toMatchObject({ status: 200, etag: undefined, body: 'a' });
  });

  it('leaves the tag of a handler', async () => {
    expect(await read('/own', '*')).toMatchObject({ status: 200, etag: '"own"' });
  });
});

it('a 304 to HEAD has no Content-Length, and a 200 has that of its body', async () => {
  const server = fastify();
  server.addHook('onRoute', omitLengthOfNotModified);
  server.get('/', (request, reply) => (request.headers['if-none-match'] ? reply.status(304).send() : 'four'));
  const head = (headers = {}) => server.inject({ method: 'HEAD', url: '/', headers });
  expect((await head()).headers['content-length']).toBe('4');
  expect((await head({ 'if-none-match': '*' })).headers).not.toHaveProperty('content-length');
  await server.close();
});
