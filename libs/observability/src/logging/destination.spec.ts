import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { destination, logDroppedLines } from './logger.js';

/** A device that always reports a full disk (Linux). */
const FULL = '/dev/full';

(existsSync(FULL) ? it : it.skip)('a log on a full disk stops neither the service nor its end', async () => {
  const full = openSync(FULL, 'w');
  const stream = destination(full);
  const failures: unknown[] = [];
  stream.on('error', (error: unknown) => failures.push(error));
  for (let line = 0; line < 3; line++) {
    stream.write('{}\n');
    for (const before = failures.length; failures.length === before;) await sleep(10);
  }
  expect(failures.length).toBeGreaterThanOrEqual(3);
  stream.flushSync();
  // It closes the file, whose number the next one gets.
  stream.destroy();
});

describe('a log in a file', () => {
  let folder: string;
  let file: number;
  let stream: ReturnType<typeof destination>;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quiz-log-'));
    file = openSync(join(folder, 'log'), 'w');
    stream = destination(file);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const end = async () => {
    stream.end();
    await once(stream, 'close');
  };

  const lines = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');

  it('has all lines of long turns of the event loop', async () => {
    // 20 MB: more than may wait.
    const line = `${'é'.repeat(200)}\n`;
    for (let turn = 0; turn < 50; turn++) {
      for (let count = 0; count < 1_000; count++) stream.write(line);
      await once(stream, 'write');
    }
    await end();
    expect(lines()).toHaveLength(50_000);
    expect(new Set(lines())).toEqual(new Set([line.trim()]));
  });

  it('says how many lines were dropped', async () => {
    const logger = pino(stream);
    logDroppedLines(stream, logger);
    // 20 MB in one turn.
    for (let count = 0; count < 20; count++) logger.info('x'.repeat(1_000_000));
    await once(stream, 'drain');
    await end();
    const texts = lines().map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(texts).toHaveLength(17);
    expect(texts.at(-1)).toBe('4 lines of the log were dropped: they came faster than its destination took them');
  });
});
