import { ApiError, OutcomeUnknown } from '#libs/backoffice-ui/api-error.ts';
import { LineImport, MAX_LINE_BYTES } from './line-import';

const textOf = (content: Uint8Array) => new TextDecoder().decode(content);

/** A service that handles each line as the line says. */
class Service {
  readonly received: string[] = [];
  underWay = 0;
  mostUnderWay = 0;
  readonly answers = new Map<string, ApiError[]>();

  readonly send = async (content: Uint8Array) => {
    const text = textOf(content);
    this.received.push(text);
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    await new Promise((resolve) => setImmediate(resolve));
    this.underWay -= 1;
    const error = this.answers.get(text)?.shift();
    if (error !== undefined) throw error;
    return { quiz: { id: `id-${text}`, title: text }, isExisting: text.startsWith('old') };
  };
}

const importOf = (service: Service, ...lines: string[]) => new LineImport(new Blob([lines.join('\n')]), service.send);

const summaryOf = (run: LineImport) =>
  [...run.getState().outcomes]
    .sort((one, other) => one.line - other.line)
    .map((outcome) => `${outcome.line} ${outcome.kind === 'rejected' ? outcome.reason : outcome.id}`);

describe('LineImport', () => {
  let service: Service;
  beforeEach(() => (service = new Service()));

  it('sends every line, at most four concurrently, and reports each', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line${index}`);
    const run = importOf(service, ...lines);
    service.answers.set('line3', [new ApiError(400, 'title: must be a string')]);
    await run.run();
    expect(run.getState()).toMatchObject({ status: 'finished', progress: 1, failure: undefined });
    const expected = lines.map(
      (line, index) => `${index + 1} ${index === 3 ? 'title: must be a string' : `id-${line}`}`,
    );
    expect(summaryOf(run)).toEqual(expected);
    expect(service.mostUnderWay).toBe(4);
  });

  it('stores the rejected lines', async () => {
    service.answers.set('b', [new ApiError(400, 'wrong')]);
    const run = importOf(service, 'a', 'b');
    await run.run();
    const contents = run.getState().outcomes.flatMap((one) => (one.kind === 'rejected' ? textOf(one.content) : []));
    expect(contents).toEqual(['b']);
  });

  it('does not send lines that are too long', async () => {
    const run = importOf(service, 'a'.repeat(MAX_LINE_BYTES + 1), 'b');
    await run.run();
    expect(summaryOf(run)).toEqual(['1 Request body is too large', '2 id-b']);
    expect(service.received).toEqual(['b']);
  });

  it('distinguishes lines whose quiz already exists from those that create one', async () => {
    const run = importOf(service, 'old', 'new');
    await run.run();
    const outcomes = [...run.getState().outcomes].sort((one, other) => one.line - other.line);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['existing', 'created']);
  });

  it.each([
    ['does not answer', new OutcomeUnknown(0, 'no')],
    ['is still at work', new OutcomeUnknown(409, 'no')],
    ['fails', new ApiError(500, 'no')],
    ['does not let them', new ApiError(403, 'no')],
  ])('stops if the service %s, and continues with the same lines', async (_, error) => {
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

  it('can be stopped and continued without sending a line twice', async () => {
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
