import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { inTurn } from './in-turn.js';

const GET = (path: number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('requests of one connection (inTurn)', () => {
  let server: Server;
  let client: Socket;
  let processed: { path: string | undefined; response: ServerResponse }[];
  let tooMany: Socket[];
  let received: string;

  beforeEach(async () => {
    processed = [];
    tooMany = [];
    received = '';
    const process = inTurn(
      ({ url }, response) => {
        processed.push({ path: url, response });
        server.emit('processed');
      },
      (socket) => {
        tooMany.push(socket);
        socket.destroy();
      },
    );
    server = createServer(process).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('data', (part: Buffer) => (received += part.toString()));
  });

  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    await once(server.close(), 'close');
  });

  it('are processed one after the other, each after the response to the one before', async () => {
    client.write([1, 2, 3].map(GET).join(''));
    for (const path of [1, 2, 3]) {
      await once(server, 'processed');
      expect(processed.map((request) => request.path).at(-1)).toBe(`/${path}`);
      expect(processed).toHaveLength(path);
      processed.at(-1)?.response.end(`answer ${path};`);
    }
    client.end();
    await once(client, 'close');
    expect(received.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('are unlimited in number if they arrive one by one', async () => {
    server.on('processed', () => processed.at(-1)?.response.end());
    for (let path = 1; path <= 40; path++) {
      client.write(GET(path));
      await once(client, 'data');
    }
    expect(processed).toHaveLength(40);
    expect(tooMany).toEqual([]);
  });

  it('are too many if more than 16 wait, and none of these is processed', async () => {
    client.write(Array.from({ length: 17 }, (_, index) => GET(index)).join(''));
    await once(server, 'processed');
    expect(tooMany).toEqual([]);
    client.write(GET(17));
    await once(client, 'close');
    expect(tooMany).toHaveLength(1);
    expect(processed).toHaveLength(1);
  });
});
