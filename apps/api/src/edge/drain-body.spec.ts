import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { drainBody } from './drain-body.js';

const BODY = 'x'.repeat(1_000_000);

describe('the body of a request that is answered before it has arrived', () => {
  let server: FastifyInstance;
  let socket: Socket;
  let url: string;

  beforeEach(async () => {
    server = fastify();
    server.addHook('onSend', (_request, reply, payload, done) => drainBody(reply, () => done(null, payload)));
    server.addHook('onRequest', (_request, reply) => reply.status(401).send('no key'));
    server.post('/', () => 'served');
    url = await server.listen({ port: 0, host: '127.0.0.1' });
    socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  });
  afterEach(async () => {
    socket.destroy();
    await server.close();
  });

  const head = (connection: string) =>
    `POST / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Length: ${BODY.length}\r\n\r\n`;

  it('may arrive after the response, and the connection serves the next request', async () => {
    socket.write(head('keep-alive'));
    const [first] = (await once(socket, 'data')) as [string];
    expect(first).toMatch(/^HTTP\/1.1 401 /);
    socket.write(`${BODY}GET / HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [second] = (await once(socket, 'data')) as [string];
    expect(second).toMatch(/^HTTP\/1.1 401 /);
  });

  it('is read before the response if the client wants the connection to end', async () => {
    let received = '';
    socket.on('data', (data) => (received += String(data)));
    const ended = once(socket, 'end');
    socket.write(head('close'));
    await once(server.server, 'request');
    // An answer would have come before that of a later request.
    expect((await fetch(url)).status).toBe(401);
    expect(received).toBe('');
    socket.write(BODY);
    await ended;
    expect(received).toMatch(/^HTTP\/1.1 401 /);
  });
});
