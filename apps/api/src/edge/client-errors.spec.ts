import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify, type FastifyInstance } from 'fastify';
import { admitBody, answerClientError, answerConnect, noteLastRequest } from './client-errors.js';

describe('messages that Node does not hand on as requests', () => {
  let server: FastifyInstance;
  let client: Socket;
  /** Method, target and origin of each request. */
  let seen: [string, string, string | undefined][];
  let finish: () => void;

  beforeEach(async () => {
    seen = [];
    server = fastify({ clientErrorHandler: (error, socket) => answerClientError(server, error, socket) });
    server.decorateRequest('isAdmitted', false);
    server.server.on('connect', (request: IncomingMessage, socket: Socket) => answerConnect(server, request, socket));
    server.addHook('onRequest', (request, reply, done) => {
      noteLastRequest(reply);
      seen.push([request.method, request.url, request.headers.origin]);
      const { parseError } = request.raw;
      done(parseError && new parseError.error());
    });
    server.addHook('preParsing', (request, _reply, _payload, done) => {
      admitBody(request);
      done();
    });
    server.get('/slow', () => new Promise((resolve) => (finish = () => resolve('slow'))));
    server.post('/', () => 'served');
    await server.listen({ port: 0, host: '127.0.0.1' });
    client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  });
  afterEach(async () => {
    client.destroy();
    server.server.closeAllConnections();
    await server.close();
  });

  /** Sends bytes. @returns the status of each response, once the service has ended the connection */
  async function statusesFor(bytes: string): Promise<string[]> {
    client.write(bytes);
    return [...(await text(client)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
  }

  it.each([
    [
      'with a malformed header',
      'POST /api/x HTTP/1.1\r\nOrigin: a\r\nbad header\r\n\r\n',
      ['POST', '/api/x', 'a'],
      '400',
    ],
    [
      'with long headers',
      `GET /x HTTP/1.1\r\nOrigin: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      ['GET', '/x', 'a'],
      '431',
    ],
    ['that is not HTTP', 'hello\r\n\r\n', ['GET', '/api', undefined], '400'],
  ])('a message %s is a request with its readable parts', async (_case, bytes, request, status) => {
    expect(await statusesFor(bytes)).toEqual([status]);
    expect(seen).toEqual([request]);
  });

  it('a message that cannot be parsed is answered after the requests before it', async () => {
    const malformed = once(server.server, 'clientError');
    const statuses = statusesFor('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nhello\r\n\r\n');
    await malformed;
    expect(seen).toEqual([['GET', '/slow', undefined]]);
    finish();
    expect(await statuses).toEqual(['200', '400']);
  });

  it('a body that breaks off is the error of its request', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await statusesFor(`${head}zz\r\n`)).toEqual(['400']);
    expect(seen).toEqual([['POST', '/', undefined]]);
  });

  it('CONNECT is a request that ends its connection', async () => {
    expect(await statusesFor('CONNECT /nothing HTTP/1.1\r\nHost: a\r\nOrigin: a\r\n\r\n')).toEqual(['404']);
    expect(seen).toEqual([['CONNECT', '/nothing', 'a']]);
  });

  it('CONNECT to a host is malformed', async () => {
    expect(await statusesFor('CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n')).toEqual(['400']);
    expect(seen).toEqual([['CONNECT', '/api', undefined]]);
  });
});
