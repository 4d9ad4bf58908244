import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy to a server, which can simulate faults. */
export interface TcpProxy {
  /** The URL of the server through the proxy. */
  url: string;
  /** Forwards nothing, with open connections, like a server that hangs. */
  freeze(): void;
  /** Forwards the held data. */
  thaw(): void;
  /** Delays each chunk of the server's responses by a time in milliseconds. */
  slow(milliseconds: number): void;
  /** Closes all connections, and new ones immediately, like a server that is down. */
  cut(): void;
  /** Forwards new connections again. */
  mend(): void;
  close(): Promise<void>;
}

type Pair = [client: Socket, upstream: Socket, answers: Transform];

/** @param target URL of the server, with its port */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let state: 'open' | 'frozen' | 'cut' = 'open';
  let delay = 0;
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const pair: Pair = [client, connect(Number(port), hostname), later()];
    pairs.add(pair);
    pair[2].pipe(client);
    for (const socket of [pair[0], pair[1]]) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => end(pair));
    }
    if (state === 'open') join(pair);
  });
  const join = ([client, upstream, answers]: Pair) => {
    client.pipe(upstream);
    upstream.pipe(answers);
  };
  const part = ([client, upstream, answers]: Pair) => {
    client.unpipe(upstream).pause();
    upstream.unpipe(answers).pause();
  };
  const later = () =>
    new Transform({
      transform: (part, _encoding, done) => {
        if (delay === 0) done(null, part);
        else setTimeout(done, delay, null, part).unref();
      },
    });
  const end = (pair: Pair) => {
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
    slow: (milliseconds) => {
      delay = milliseconds;
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
