// Receivers that try to occupy an instance.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { query } from '../../../test/support/database.js';
import { createPlayer, createQuiz, type Player } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import { DnsServer } from './dns-server.js';
import { createWebhook, deliveriesOf, Receiver, type Webhook } from '../../../test/support/receiver.js';

let service: Service;
let admin: Player;
let healthy: Receiver;

beforeAll(async () => {
  service = await startService({ WEBHOOK_NETWORKS: '127.0.0.1' });
  admin = await createPlayer(service, 'admin');
});

beforeEach(async () => {
  healthy = await Receiver.start();
});

afterEach(async () => {
  await query(service.databaseUrl, 'DELETE FROM webhooks');
  await healthy.close();
});

afterAll(() => service.close());

const failureOf = async (webhook: Webhook) => (await deliveriesOf(service, webhook))[0]?.error ?? undefined;
const urlOf = (host: string) => healthy.url.replace('127.0.0.1', host);

describe('names that DNS resolves slowly', () => {
  let dns: DnsServer;

  beforeEach(async () => {
    dns = await DnsServer.start();
  });

  afterEach(() => dns.close());

  it('delay neither deliveries to others nor requests', async () => {
    const slow: Webhook[] = [];
    for (let number = 0; number < 12; number++) {
      slow.push(await createWebhook(service, urlOf(`slow-${number}.test`), ['quiz.created']));
    }
    await createWebhook(service, urlOf('known.test'), ['quiz.created']);
    await createQuiz(admin);
    await until('all names are looked up', () => Promise.resolve(new Set(dns.asked).size === 13));
    await healthy.until(1);
    await createQuiz(admin);
    await healthy.until(2);
    for (const webhook of slow) {
      await until('the look-up ends', async () => (await failureOf(webhook)) !== undefined);
      expect(await failureOf(webhook)).toMatch(/^DNS had no answer for slow-\d+\.test within 5 seconds$/);
    }
  });

  it('that are aliases of names without addresses fail alone', async () => {
    const alias = await createWebhook(service, urlOf('alias.test'), ['quiz.created']);
    await createWebhook(service, healthy.url, ['quiz.created']);
    await createQuiz(admin);
    await healthy.until(1);
    await until('the look-up ends', async () => (await failureOf(alias)) !== undefined);
    expect(await failureOf(alias)).toBe('DNS has no address of alias.test (ENODATA)');
  });

  it('are called at the addresses of one family if there is no answer about the other one', async () => {
    await createWebhook(service, urlOf('half.test'), ['quiz.created']);
    await createQuiz(admin);
    await healthy.until(1);
    // Without an end the resolver would ask for the other family three times.
    expect(dns.asked.length).toBeLessThan(4);
  });

  it('are not looked up if the hosts file has them', async () => {
    await createWebhook(service, urlOf('localhost'), ['quiz.created']);
    await createQuiz(admin);
    await healthy.until(1);
    expect(dns.asked).toEqual([]);
  });
});

describe('a receiver', () => {
  let server: Server;
  let sockets: Socket[];
  /** Writes after the request. */
  let respond: (socket: Socket) => void;

  beforeEach(async () => {
    sockets = [];
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).once('data', () => respond(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  });

  const register = () =>
    createWebhook(service, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ['quiz.created']);

  it('that sends informational responses without end is disconnected', async () => {
    respond = (socket) => {
      const chunk = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100);
      const write = (): void => {
        if (!socket.destroyed) socket.write(chunk, () => setImmediate(write));
      };
      write();
    };
    const webhook = await register();
    await createWebhook(service, healthy.url, ['quiz.created']);
    await createQuiz(admin);
    await until('it is disconnected', async () => (await failureOf(webhook)) !== undefined);
    expect(await failureOf(webhook)).toBe('Too many informational responses (1xx)');
    await until('it notices', () => Promise.resolve(sockets.every((socket) => socket.destroyed)));
    await healthy.until(1);
  });

  it('may send a few informational responses', async () => {
    respond = (socket) =>
      socket.end(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5)}HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n`);
    const webhook = await register();
    await createQuiz(admin);
    await until('it is delivered', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 1);
  });

  it('that sends more after its response is disconnected', async () => {
    respond = (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    const webhook = await register();
    await createQuiz(admin);
    await until('it is delivered', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 1);
    for (const socket of sockets) {
      const write = (): void => {
        if (!socket.destroyed) socket.write('more', () => setImmediate(write));
      };
      write();
    }
    await until('it notices', () => Promise.resolve(sockets.every((socket) => socket.destroyed)));
  });
});
