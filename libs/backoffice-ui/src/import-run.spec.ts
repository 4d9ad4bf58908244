import { ApiError, OutcomeUnknown } from './api-error';
import { type ImportItem, ImportRun, isRetryable } from './import-run';

interface Item extends ImportItem {
  text: string;
}

/** A service that handles each text as the test says. */
class Service {
  readonly received: string[] = [];
  inFlight = 0;
  mostInFlight = 0;
  readonly answers = new Map<string, ApiError[]>();

  readonly send = async ({ text }: Item) => {
    this.received.push(text);
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    this.inFlight -= 1;
    const error = this.answers.get(text)?.shift();
    if (error !== undefined) throw error;
    return { result: `id-${text}`, isExisting: text.startsWith('old') };
  };
}

const itemsOf = (texts: string[]): Item[] =>
  texts.map((text, index) => ({ text, line: index + 1, end: (index + 1) / texts.length }));

const importOf = (service: Service, ...texts: string[]) =>
  new ImportRun<Item, string>(itemsOf(texts).values(), service.send);

const outcomesOf = (run: ImportRun<Item, string>) =>
  [...run.getState().outcomes].sort((one, other) => one.line - other.line);

const summaryOf = (run: ImportRun<Item, string>) =>
  outcomesOf(run).map((outcome) => `${outcome.line} ${outcome.kind === 'rejected' ? outcome.reason : outcome.result}`);

describe('ImportRun', () => {
  let service: Service;
  beforeEach(() => (service = new Service()));

  it('sends every item, at most four concurrently, and reports each', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line${index}`);
    const run = importOf(service, ...lines);
    service.answers.set('line3', [new ApiError(400, 'title: must be a string')]);
    await run.run();
    expect(run.getState()).toMatchObject({ status: 'finished', progress: 1, failure: undefined });
    const expected = lines.map(
      (line, index) => `${index + 1} ${index === 3 ? 'title: must be a string' : `id-${line}`}`,
    );
    expect(summaryOf(run)).toEqual(expected);
    expect(service.mostInFlight).toBe(4);
  });

  it('sends the items in their order if one is in flight at a time, also after it stopped', async () => {
    service.answers.set('b', [new ApiError(500, 'Internal server error')]);
    const run = new ImportRun<Item, string>(itemsOf(['a', 'b', 'c', 'd']).values(), service.send, 1);
    await run.run();
    await run.run();
    expect(service.received).toEqual(['a', 'b', 'b', 'c', 'd']);
    expect(service.mostInFlight).toBe(1);
  });

  it('keeps the rejected items', async () => {
    service.answers.set('b', [new ApiError(400, 'wrong')]);
    const run = importOf(service, 'a', 'b');
    await run.run();
    expect(run.getState().outcomes.flatMap((one) => (one.kind === 'rejected' ? one.item.text : []))).toEqual(['b']);
  });

  it('does not send items that have a problem', async () => {
    const [a, b] = itemsOf(['a', 'b']) as [Item, Item];
    const run = new ImportRun<Item, string>([{ ...a, problem: 'Too large' }, b].values(), service.send);
    await run.run();
    expect(summaryOf(run)).toEqual(['1 Too large', '2 id-b']);
    await run.retry();
    expect(service.received).toEqual(['b']);
    expect(run.getState().status).toBe('finished');
  });

  it('sends again what the service rejected, and nothing else', async () => {
    service.answers.set('b', [new ApiError(409, 'taken'), new ApiError(409, 'still taken')]);
    const run = importOf(service, 'a', 'b', 'c');
    await run.run();
    expect(outcomesOf(run).filter(isRetryable)).toHaveLength(1);
    await run.retry();
    expect(summaryOf(run)).toEqual(['1 id-a', '2 still taken', '3 id-c']);
    await Promise.all([run.retry(), run.retry()]);
    expect(summaryOf(run)).toEqual(['1 id-a', '2 id-b', '3 id-c']);
    expect(service.received.toSorted()).toEqual(['a', 'b', 'b', 'b', 'c']);
    expect(run.getState()).toMatchObject({ status: 'finished', progress: 1 });
  });

  it('distinguishes items that exist already from those that are created', async () => {
    const run = importOf(service, 'old', 'new');
    await run.run();
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['existing', 'created']);
  });

  it.each([
    ['does not answer', new OutcomeUnknown(0, 'no')],
    ['is still at work', new OutcomeUnknown(409, 'no')],
    ['fails', new ApiError(500, 'no')],
    ['does not let them', new ApiError(403, 'no')],
    ['takes no more requests', new ApiError(429, 'no')],
  ])('stops if the service %s, and continues with the same items', async (_, error) => {
    const lines = Array.from({ length: 20 }, (_, index) => `line${index}`);
    service.answers.set('line5', [error]);
    const run = importOf(service, ...lines);
    await run.run();
    expect(run.getState()).toMatchObject({ status: 'stopped', failure: 'Line 6: no' });
    expect(run.getState().outcomes.length).toBeLessThan(20);
    await run.run();
    expect(run.getState()).toMatchObject({ status: 'finished', failure: undefined });
    expect(summaryOf(run)).toEqual(lines.map((line, index) => `${index + 1} id-${line}`));
    expect(service.received).toHaveLength(21);
  });

  it('stops if the file cannot be read', async () => {
    const items: Iterator<Item, void> = {
      next: () => {
        throw new Error('it has moved');
      },
    };
    const run = new ImportRun<Item, string>(items, service.send);
    await run.run();
    expect(run.getState()).toMatchObject({ status: 'stopped', failure: 'The file cannot be read: it has moved' });
  });

  it('can be stopped and continued without sending an item twice', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line${index}`);
    const run = importOf(service, ...lines);
    const running = run.run();
    run.stop();
    expect(run.getState().status).toBe('stopping');
    await running;
    expect(run.getState().status).toBe('stopped');
    expect(service.received.length).toBeLessThan(40);
    await run.run();
    expect(run.getState().status).toBe('finished');
    expect([...service.received].sort()).toEqual([...lines].sort());
  });

  it('notifies listeners of the end, with a new state object each time', async () => {
    const run = importOf(service, 'a');
    const before = run.getState();
    const notifications: string[] = [];
    const leave = run.subscribe(() => notifications.push(run.getState().status));
    await run.run();
    leave();
    expect(notifications.at(0)).toBe('running');
    expect(notifications.at(-1)).toBe('finished');
    expect(run.getState()).not.toBe(before);
  });

  it('finishes with an empty file', async () => {
    const run = importOf(service);
    await run.run();
    expect(run.getState()).toEqual({ status: 'finished', outcomes: [], progress: 1, failure: undefined });
  });
});
