// Creates a quiz from each line of a file, a few at a time. It can be stopped and continued; a line is sent again only if its
// outcome is unknown.
import { ApiError, messageOf, OutcomeUnknown } from '#libs/backoffice-ui/api-error.ts';
import { type Line, readLines } from './read-lines';

/** The service rejects larger bodies. */
export const MAX_LINE_BYTES = 1024 * 1024;

const CONCURRENCY = 4;
const NOTIFY_MS = 100;

export type Outcome = { line: number } & (
  | { kind: 'created' | 'existing'; id: string; title: string }
  | { kind: 'rejected'; reason: string; content: Uint8Array<ArrayBuffer> }
);

export interface ImportState {
  status: 'running' | 'stopping' | 'stopped' | 'finished';
  /** In the order of the answers. */
  outcomes: readonly Outcome[];
  /** Share of the file that is done, 0 to 1. */
  progress: number;
  /** Why it stopped, unless somebody stopped it. */
  failure: string | undefined;
}

type Send = (content: Uint8Array<ArrayBuffer>) => Promise<{ quiz: { id: string; title: string }; isExisting: boolean }>;

/** An import of one file. It notifies listeners a few times a second. */
export class LineImport {
  private readonly lines: AsyncGenerator<Line, void>;
  /** Lines that were read, but had no outcome when the import stopped. */
  private readonly again: Line[] = [];
  private readonly outcomes: Outcome[] = [];
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private done = 0;
  private isEnded = false;
  private status: ImportState['status'] = 'stopped';
  private failure: string | undefined;
  private state: ImportState = { status: 'stopped', outcomes: [], progress: 0, failure: undefined };

  /** @param send creates a quiz, once for the same content. @throws ApiError */
  constructor(
    private readonly file: Blob,
    private readonly send: Send,
  ) {
    this.lines = readLines(file, MAX_LINE_BYTES);
  }

  /** Starts or continues. @returns when it is finished or stopped */
  async run(): Promise<void> {
    if (this.status !== 'stopped') return;
    this.status = 'running';
    this.failure = undefined;
    this.notify();
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.work()));
    this.status = this.isEnded && this.again.length === 0 ? 'finished' : 'stopped';
    this.notify();
  }

  /** Sends no more lines, and waits for those in flight. */
  stop(): void {
    if (this.status !== 'running') return;
    this.status = 'stopping';
    this.notify();
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = () => this.state;

  private async work(): Promise<void> {
    while (this.status === 'running') {
      const line = await this.nextLine();
      if (line === undefined) return;
      try {
        this.outcomes.push(await this.sendLine(line));
        this.done = Math.max(this.done, line.end);
        this.notifySoon();
      } catch (error) {
        this.again.push(line);
        this.failure ??= `Line ${line.number}: ${messageOf(error)}`;
        this.stop();
      }
    }
  }

  private async nextLine(): Promise<Line | undefined> {
    const line = this.again.shift();
    if (line !== undefined) return line;
    try {
      const next = await this.lines.next();
      if (next.done !== true) return next.value;
      this.isEnded = true;
    } catch (error) {
      this.failure ??= `The file cannot be read: ${messageOf(error)}`;
      this.stop();
    }
    return undefined;
  }

  /** @throws if the outcome of the line is unknown, or every other line would fail in the same way */
  private async sendLine({ number, content }: Line): Promise<Outcome> {
    const rejected = (reason: string): Outcome => ({ line: number, kind: 'rejected', reason, content });
    if (content.length > MAX_LINE_BYTES) return rejected('Request body is too large');
    try {
      const { quiz, isExisting } = await this.send(content);
      return { line: number, kind: isExisting ? 'existing' : 'created', id: quiz.id, title: quiz.title };
    } catch (error) {
      if (isOfLine(error)) return rejected(error.message);
      throw error;
    }
  }

  private notifySoon(): void {
    this.timer ??= setTimeout(() => this.notify(), NOTIFY_MS);
  }

  private notify(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { status, failure, file } = this;
    const progress = status === 'finished' || file.size === 0 ? 1 : this.done / file.size;
    this.state = { status, outcomes: [...this.outcomes], progress, failure };
    for (const listener of this.listeners) listener();
  }
}

/** Whether the service rejected this line because of its content, so that others may succeed. */
function isOfLine(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error instanceof OutcomeUnknown) return false;
  return error.status >= 400 && error.status < 500 && ![401, 403, 404].includes(error.status);
}
