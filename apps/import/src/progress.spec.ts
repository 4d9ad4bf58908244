import { PassThrough } from 'node:stream';
import { type Output, Progress } from './progress.js';

function output(isTTY: boolean): Output {
  return Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
}

const written = (stream: Output) => String((stream as unknown as PassThrough).read() ?? '');

describe('Progress', () => {
  // The streams have Node's own.
  beforeEach(() => jest.useFakeTimers({ now: 0, doNotFake: ['nextTick'] }));
  afterEach(() => jest.useRealTimers());

  it('summarises the outcomes', () => {
    const progress = new Progress(output(false), output(false), 2621);
    for (let count = 0; count < 2618; count += 1) progress.count({ kind: 'created' });
    progress.count({ kind: 'already there' });
    progress.count({ kind: 'rejected', reason: '400' });
    expect(progress.summary()).toBe('2,620 of 2,621 lines: 2,618 created, 1 already there, 1 rejected');
    progress.count({ kind: 'rejected', reason: '400' });
    expect(progress.summary()).toBe('2,621 lines: 2,618 created, 1 already there, 2 rejected');
    expect(progress.rejected).toBe(2);
    progress.stop();
  });

  it('writes a plain line every few seconds without a terminal', () => {
    const stdout = output(false);
    const progress = new Progress(stdout, output(false), 2621);
    progress.count({ kind: 'created' });
    expect(written(stdout)).toBe('');
    jest.advanceTimersByTime(5000);
    expect(written(stdout)).toBe('1/2,621 lines, 0.2 lines/s: 1 created, 0 already there, 0 rejected\n');
    progress.stop();
    jest.advanceTimersByTime(60_000);
    expect(written(stdout)).toBe('');
  });

  it('reports a wait immediately, and only once', () => {
    const stdout = output(false);
    const progress = new Progress(stdout, output(false), undefined);
    progress.waiting(42_000, 'for the rate limit');
    progress.waiting(42_000, 'for the rate limit');
    progress.waiting(1000, 'to try again (503)');
    expect(written(stdout)).toBe('0 lines, waiting 42 s for the rate limit: 0 created, 0 already there, 0 rejected\n');
    jest.advanceTimersByTime(5000);
    expect(written(stdout)).toContain('waiting 37 s for the rate limit');
    progress.stop();
  });

  it('draws a bar on a terminal, and reports above it', () => {
    const stdout = output(true);
    const stderr = output(true);
    const progress = new Progress(stdout, stderr, 4);
    progress.count({ kind: 'created' });
    progress.waiting(42_000, 'for the rate limit');
    jest.advanceTimersByTime(1000);
    expect(written(stdout)).toContain('███░░░░░░░░░ 1/4 | waiting 41 s for the rate limit | 1 created');
    progress.report('line 2: 400 no');
    expect(written(stderr)).toBe('line 2: 400 no\n');
    expect(written(stdout)).toMatch(/\[2K.*1\/4/s);
    progress.stop();
    expect(written(stdout)).toMatch(/\[2K$/);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('draws no bar if the total is unknown', () => {
    const stdout = output(true);
    const progress = new Progress(stdout, output(true), undefined);
    progress.count({ kind: 'created' });
    progress.stop();
    expect(written(stdout)).toMatch(/\[1G1 \| [\d.]+ lines\/s \| 1 created/);
  });
});
