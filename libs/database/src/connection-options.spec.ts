import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { connectionOptions } from './connection-options.js';

/** A message of the PostgreSQL protocol: its type, its length, its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const TERMINATED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

describe('connectionOptions: a connection that PostgreSQL ends', () => {
  let server: Server;
  let pool: pg.Pool;

  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      // The server is ready and ends the connection in one packet, before anybody can listen for errors.
      socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const times = { DATABASE_STATEMENT_TIMEOUT_MS: 5_000, DATABASE_LOCK_TIMEOUT_MS: 3_000 };
    const { port } = server.address() as AddressInfo;
    const options = connectionOptions(times as Parameters<typeof connectionOptions>[0]);
    pool = new pg.Pool({ host: '127.0.0.1', port, user: 'user', ...options });
    pool.on('error', () => undefined);
  });

  afterAll(async () => {
    await pool.end();
    server.close();
  });

  it('makes the next query fail, and does not end the process', async () => {
    const client = await pool.connect();
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
  });
});
