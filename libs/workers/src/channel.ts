import type { EventEmitter } from 'node:events';

/** The other process: a child, or `process` for the parent. */
type Peer = Pick<EventEmitter, 'on'> & Pick<NodeJS.Process, 'send'>;

interface Request {
  request: string;
  id: number;
  data: unknown;
}

interface Response {
  response: number;
  data?: unknown;
  error?: string;
}

interface Pending {
  resolve: (data: never) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

/** Requests and responses between two processes, over the IPC channel of Node.js. Data are JSON. */
export class Channel {
  private readonly pending = new Map<number, Pending>();
  private readonly handlers = new Map<string, (data: never) => unknown>();
  private lastId = 0;

  constructor(private readonly peer: Peer) {
    peer.on('message', (message: Request | Response) => {
      if ('request' in message) void this.respond(message);
      else if ('response' in message) this.settle(message);
    });
    peer.on('disconnect', () => {
      for (const response of this.pending.keys()) this.settle({ response, error: 'the process has ended' });
    });
  }

  /** Handles the requests of this name. The error of a handler is that of the request. */
  handle(request: string, handler: (data: never) => unknown): void {
    this.handlers.set(request, handler);
  }

  /**
   * Sends a request to the other process.
   * @param timeout longest wait for the response, in milliseconds; by default any
   * @throws Error if the other process cannot respond, does not respond in time, or has ended
   */
  request<Data>(request: string, data?: unknown, timeout?: number): Promise<Data> {
    const id = ++this.lastId;
    const fail = (error: string) => this.settle({ response: id, error });
    return new Promise<Data>((resolve, reject) => {
      const late = () => fail(`no response within ${timeout} ms`);
      const timer = timeout === undefined ? undefined : setTimeout(late, timeout).unref();
      this.pending.set(id, { resolve, reject, timer });
      this.send({ request, id, data }, ({ message }) => fail(message));
    });
  }

  private async respond({ request, id, data }: Request): Promise<void> {
    const handler = this.handlers.get(request);
    try {
      if (handler === undefined) throw new Error(`nothing handles "${request}"`);
      this.send({ response: id, data: await handler(data as never) });
    } catch (error) {
      this.send({ response: id, error: (error as Error).message });
    }
  }

  private settle({ response, data, error }: Response): void {
    const pending = this.pending.get(response);
    this.pending.delete(response);
    clearTimeout(pending?.timer);
    if (error === undefined) pending?.resolve(data as never);
    else pending?.reject(new Error(error));
  }

  /** Without a callback, a channel that was closed in the meantime would be an unhandled error. */
  private send(message: Request | Response, onError: (error: Error) => void = () => undefined): void {
    this.peer.send?.(message, undefined, undefined, (error) => {
      if (error !== null) onError(error);
    });
  }
}
