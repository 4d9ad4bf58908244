import type { EventEmitter } from 'node:events';

/** The other process: a child, or `process` for the parent. */
type Peer = Pick<EventEmitter, 'on'> & Pick<NodeJS.Process, 'send'>;

interface Question {
  question: string;
  id: number;
  data: unknown;
}

interface Answer {
  answer: number;
  data?: unknown;
  error?: string;
}

interface Waiting {
  resolve: (data: never) => void;
  reject: (error: Error) => void;
}

/** Questions and answers between two processes, over the IPC channel of Node.js. Data are JSON. */
export class Channel {
  private readonly waiting = new Map<number, Waiting>();
  private readonly handlers = new Map<string, (data: never) => unknown>();
  private lastId = 0;

  constructor(private readonly peer: Peer) {
    peer.on('message', (message: Question | Answer) => {
      if ('question' in message) void this.reply(message);
      else if ('answer' in message) this.settle(message);
    });
    peer.on('disconnect', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the process has ended'));
      this.waiting.clear();
    });
  }

  /** Answers the questions of this name. The error of a handler is that of the question. */
  answer(question: string, handler: (data: never) => unknown): void {
    this.handlers.set(question, handler);
  }

  /**
   * Asks the other process, which may never answer.
   * @throws Error if it cannot answer, or has ended
   */
  ask<Data>(question: string, data?: unknown): Promise<Data> {
    const id = ++this.lastId;
    return new Promise<Data>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ question, id, data }, (error) => this.settle({ answer: id, error: error.message }));
    });
  }

  private async reply({ question, id, data }: Question): Promise<void> {
    const handler = this.handlers.get(question);
    try {
      if (handler === undefined) throw new Error(`nothing answers "${question}"`);
      this.send({ answer: id, data: await handler(data as never) });
    } catch (error) {
      this.send({ answer: id, error: (error as Error).message });
    }
  }

  private settle({ answer, data, error }: Answer): void {
    const waiting = this.waiting.get(answer);
    this.waiting.delete(answer);
    if (error === undefined) waiting?.resolve(data as never);
    else waiting?.reject(new Error(error));
  }

  /** Without a callback, a channel that was closed in the meantime would be an unhandled error. */
  private send(message: Question | Answer, onError: (error: Error) => void = () => undefined): void {
    this.peer.send?.(message, undefined, undefined, (error) => {
      if (error !== null) onError(error);
    });
  }
}
