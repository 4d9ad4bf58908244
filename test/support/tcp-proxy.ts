import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be disturbed. */
export interface TcpProxy {
  /** The URL of the server, by way of the proxy. */
  url: string;
  /** Lets nothing through any more, with all connections open, as a server that hangs. */
  freeze(): void;
  /** Lets through what was held back. */
  thaw(): void;
  /** Ends all connections, and new ones at once, as a server that is gone. */
  cut(): void;
  /** Lets new connections through again. */
  mend(): void;
  close(): Promise<void>;
}

/** @param target URL of the server, with its port */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'frozen' | 'cut' = 'open';
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const pair: [Socket, Socket] = [client, connect(Number(port), hostname)];
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => end(pair));
    }
    if (state === 'open') join(pair);
  });
  const join = ([client, upstream]: [Socket, Socket]) => {
    client.pipe(upstream);
    upstream.pipe(client);
  };
  const part = ([client, upstream]: [Socket, Socket]) => {
    client.unpipe(upstream).pause();
    upstream.unpipe(client).pause();
  };
  const end = (pair: [Socket, Socket]) => {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    freeze: () => {
      state = 'frozen';
      pairs.forEach(part);
    },
    thaw: () => {
      state = 'open';
      pairs.forEach(join);
    },
    cut: () => {
      state = 'cut';
      pairs.forEach(end);
    },
    mend: () => {
      state = 'open';
    },
    close: async () => {
      server.close();
      pairs.forEach(end);
      await once(server, 'close');
    },
  };
}
