// Creates something from each item of a file, a few at a time. It can be stopped and continued; an item is sent again only if
// its outcome is unknown.
import { ApiError, messageOf, OutcomeUnknown } from './api-error';

const CONCURRENCY = 4;
const NOTIFY_MS = 100;

/** A part of a file that creates one thing. */
export interface ImportItem {
  /** The line in which it begins, from 1. */
  line: number;
  /** Share of the file up to its end, 0 to 1. */
  end: number;
  /** Why it is rejected without being sent. */
  problem?: string;
}

export type Outcome<Item, Result> = { line: number } & (
  | { kind: 'created' | 'existing'; result: Result }
  | { kind: 'rejected'; reason: string; item: Item }
);

export interface ImportState<Item, Result> {
  status: 'running' | 'stopping' | 'stopped' | 'finished';
  /** In the order of the answers. */
  outcomes: readonly Outcome<Item, Result>[];
  /** Share of the file that is done, 0 to 1. */
  progress: number;
  /** Why it stopped, unless somebody stopped it. */
  failure: string | undefined;
}

type Send<Item, Result> = (item: Item) => Promise<{ result: Result; isExisting: boolean }>;

/** An import of one file. It notifies listeners a few times a second. */
export class ImportRun<Item extends ImportItem, Result> {
  /** Items that were read, but have no outcome. */
  private readonly again: Item[] = [];
  private outcomes: Outcome<Item, Result>[] = [];
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private done = 0;
  private isEnded = false;
  private status: ImportState<Item, Result>['status'] = 'stopped';
  private failure: string | undefined;
  private state: ImportState<Item, Result> = { status: 'stopped', outcomes: [], progress: 0, failure: undefined };

  /**
   * @param send creates something, once for the same item. @throws ApiError
   * @param concurrency items in flight; one keeps their order
   */
  constructor(
    private readonly items: Iterator<Item, void> | AsyncIterator<Item, void>,
    private readonly send: Send<Item, Result>,
    private readonly concurrency = CONCURRENCY,
  ) {}

  /** Starts or continues. @returns when it is finished or stopped */
  async run(): Promise<void> {
    if (this.status !== 'stopped') return;
    this.status = 'running';
    this.failure = undefined;
    this.notify();
    await Promise.all(Array.from({ length: this.concurrency }, () => this.work()));
    this.status = this.isEnded && this.again.length === 0 ? 'finished' : 'stopped';
    this.notify();
  }

  /** Sends the items again that the service rejected. @returns as `run` does */
  async retry(): Promise<void> {
    if (this.status !== 'finished') return;
    const rejected = this.outcomes.filter(isRetryable);
    this.outcomes = this.outcomes.filter((outcome) => !isRetryable(outcome));
    this.again.push(...rejected.map(({ item }) => item));
    this.status = 'stopped';
    this.done = 0;
    await this.run();
  }

  /** Sends no more items, and waits for those in flight. */
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
      const item = await this.nextItem();
      if (item === undefined) return;
      try {
        this.outcomes.push(await this.sendItem(item));
        this.done = Math.max(this.done, item.end);
        this.notifySoon();
      } catch (error) {
        this.again.push(item);
        this.failure ??= `Line ${item.line}: ${messageOf(error)}`;
        this.stop();
      }
    }
  }

  private async nextItem(): Promise<Item | undefined> {
    const item = this.again.shift();
    if (item !== undefined || this.isEnded) return item;
    try {
      const next = await this.items.next();
      if (next.done !== true) return next.value;
      this.isEnded = true;
    } catch (error) {
      this.failure ??= `The file cannot be read: ${messageOf(error)}`;
      this.stop();
    }
    return undefined;
  }

  /** @throws if the outcome of the item is unknown, or every other item would fail in the same way */
  private async sendItem(item: Item): Promise<Outcome<Item, Result>> {
    const { line, problem } = item;
    if (problem !== undefined) return { line, kind: 'rejected', reason: problem, item };
    try {
      const { result, isExisting } = await this.send(item);
      return { line, kind: isExisting ? 'existing' : 'created', result };
    } catch (error) {
      if (isOfItem(error)) return { line, kind: 'rejected', reason: error.message, item };
      throw error;
    }
  }

  private notifySoon(): void {
    this.timer ??= setTimeout(() => this.notify(), NOTIFY_MS);
  }

  private notify(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { status, failure, outcomes } = this;
    this.state = { status, outcomes: [...outcomes], progress: status === 'finished' ? 1 : this.done, failure };
    for (const listener of this.listeners) listener();
  }
}

/** Whether the service rejected this outcome's item, so that it may accept it later. */
export const isRetryable = <Item extends ImportItem>(
  outcome: Outcome<Item, unknown>,
): outcome is Extract<Outcome<Item, never>, { kind: 'rejected' }> =>
  outcome.kind === 'rejected' && outcome.item.problem === undefined;

/** Whether the service rejected this item because of its content, so that others may succeed. */
function isOfItem(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error instanceof OutcomeUnknown) return false;
  return error.status >= 400 && error.status < 500 && ![401, 403, 404, 408, 429].includes(error.status);
}
