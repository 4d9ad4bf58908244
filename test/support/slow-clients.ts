// Clients without a key that cost a connection each: they send too little, or read nothing.
import { connect, type Socket } from 'node:net';

const POST =
  'POST /admin/api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
const GET = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n';

/** The bytes that each of them sends. */
export const SLOW_CLIENTS = {
  'half-sent bodies': POST,
  'half-sent headers': 'GET /api/quizzes HTTP/1.1\r\nHost: x\r\nX-',
  'silent connections': '',
  'unread answers': GET.repeat(10),
};

export type SlowClientKind = keyof typeof SLOW_CLIENTS;

export class SlowClients {
  private readonly sockets = new Set<Socket>();
  private opened = 0;

  /** @param addresses number of local addresses that they use, such as 127.0.1.1 */
  constructor(
    private readonly url: string,
    private readonly kind: SlowClientKind,
    private readonly addresses: number,
  ) {}

  /** Opens connections. @returns when each is established or rejected */
  async open(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.openOne()));
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private openOne(): Promise<void> {
    const { hostname, port } = new URL(this.url);
    const localAddress = `127.0.1.${1 + (this.opened++ % this.addresses)}`;
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    this.sockets.add(socket);
    // A reset connection is gone. The end of a connection goes unnoticed if nobody reads it.
    if (this.kind === 'unread answers') socket.pause();
    else socket.resume();
    socket.on('error', () => undefined);
    if (SLOW_CLIENTS[this.kind] !== '') socket.write(SLOW_CLIENTS[this.kind]);
    return new Promise((resolve) => {
      socket.once('connect', resolve);
      socket.once('close', () => {
        this.sockets.delete(socket);
        resolve();
      });
    });
  }
}
