import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createHttpServer } from './http-server.js';

describe('createHttpServer', () => {
  let server: Server;
  let client: Socket;

  async function listen(
    handler: RequestListener,
    onTooMany: (socket: Socket) => void = () => undefined,
  ): Promise<void> {
    server = createHttpServer(handler, onTooMany).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  }
  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function received(head: string): Promise<IncomingMessage> {
    await listen((_request, response) => response.end());
    client.write(`GET / HTTP/1.1\r\n${head}\r\n`);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    return request;
  }

  it('hands on a request without Host, which Node would answer without a body', async () => {
    expect((await received('')).headers).toEqual({});
  });

  it('joins repeated headers, so that a second Host is not dropped', async () => {
    expect((await received('Host: a\r\nHost: b\r\n')).headers.host).toBe('a, b');
  });

  it('drops no header, however many there are', async () => {
    const { headers } = await received(Array.from({ length: 2_200 }, (_, index) => `${index}:\r\n`).join(''));
    expect(Object.keys(headers)).toHaveLength(2_200);
  });

  it('reports a connection on which too many requests wait', async () => {
    const reported: Socket[] = [];
    await listen(
      () => undefined,
      (socket) => reported.push(socket),
    );
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(18));
    const [socket] = (await once(server, 'connection')) as [Socket];
    await once(server, 'request');
    while (reported.length === 0) await new Promise(setImmediate);
    expect(reported).toEqual([socket]);
  });
});
