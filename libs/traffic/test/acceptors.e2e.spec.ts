import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Acceptors } from '#libs/traffic';
import { until } from '../../../test/support/until.js';

const CLIENTS = 64;

let server: Server;
let acceptors: Acceptors;

beforeEach(async () => {
  acceptors = new Acceptors();
  server = createServer((_request, response) => response.end('done'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  const closed = server.listening && new Promise((resolve) => server.close(resolve));
  await Promise.all([acceptors.close(), closed]);
});

const port = () => (server.address() as AddressInfo).port;

/** Connects clients at once. @returns the highest number of them that the server accepts in one turn of the event loop */
async function mostPerTurn(): Promise<number> {
  let turn = 0;
  const counts = new Map<number, number>();
  const count = () => counts.set(turn, (counts.get(turn) ?? 0) + 1);
  server.on('connection', count);
  const clients = Array.from({ length: CLIENTS }, () => connect(port(), '127.0.0.1'));
  const connected = Promise.all(clients.map((client) => once(client, 'connect')));
  const sum = () => [...counts.values()].reduce((before, more) => before + more, 0);
  for (; sum() < CLIENTS; turn++) await nextTurn();
  await connected;
  server.off('connection', count);
  for (const client of clients) client.destroy();
  return Math.max(...counts.values());
}

async function openAcceptors(): Promise<void> {
  acceptors.open(server, 511);
  await until('it accepts several', async () => (await mostPerTurn()) > 32);
}

it('a server accepts several connections per turn of the event loop', async () => {
  expect(await mostPerTurn()).toBe(1);
  await openAcceptors();
});

it('requests are served over them, and none is accepted after the end', async () => {
  await openAcceptors();
  const responses = await Promise.all(Array.from({ length: CLIENTS }, () => fetch(`http://127.0.0.1:${port()}`)));
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(Array(CLIENTS).fill('done'));
});

it('a server that closes accepts nothing, and waits for the connections of all acceptors', async () => {
  const clients: Socket[] = [];
  await openAcceptors();
  const open = once(server, 'connection');
  for (let count = 0; count < CLIENTS; count++) clients.push(connect(port(), '127.0.0.1'));
  await open;
  await until('all are accepted', async () => (await connectionsOf(server)) === CLIENTS);
  const url = `http://127.0.0.1:${port()}`;
  let isClosed = false;
  const closed = new Promise((resolve) => server.close(resolve)).then(() => (isClosed = true));
  await acceptors.close();
  await expect(fetch(url)).rejects.toThrow();
  for (const [index, client] of clients.entries()) {
    expect(isClosed).toBe(false);
    client.destroy();
    if (index < CLIENTS - 1)
      await until('it is gone', async () => (await connectionsOf(server)) === CLIENTS - 1 - index);
  }
  await closed;
});

const connectionsOf = (of: Server) => promisify(of.getConnections.bind(of))();

it('acceptors that are closed while they open accept nothing', async () => {
  acceptors.open(server, 511);
  await acceptors.close();
  for (let round = 0; round < 3; round++) expect(await mostPerTurn()).toBe(1);
});
