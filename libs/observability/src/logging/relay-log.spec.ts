import { EventEmitter } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { destination } from './logger.js';
import { relayLog } from './relay-log.js';

/** A log that takes one block before each `drain`. */
class SlowLog extends EventEmitter {
  readonly written: string[] = [];
  isFull = false;
  write = (lines: string) => {
    expect(this.isFull).toBe(false);
    this.written.push(lines);
    this.isFull = true;
    setImmediate(() => {
      this.isFull = false;
      this.emit('drain');
    });
    return false;
  };
}

it.each([
  [
    ['one\ntw', 'o\n', 'three\n'],
    ['one\n', 'two\n', 'three\n'],
  ],
  [['a', 'b', 'c\nd\n'], ['abc\nd\n']],
  [['killed in a l'], ['killed in a l\n']],
])('relayLog writes %j in whole lines, as fast as the log takes them', async (blocks, written) => {
  const log = new SlowLog();
  await relayLog(Readable.from(blocks.map((block) => Buffer.from(block))), log);
  expect(log.written).toEqual(written);
});

it('relayLog joins characters that are split between blocks', async () => {
  const log = new SlowLog();
  const bytes = Buffer.from('Zoë\n');
  await relayLog(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), log);
  expect(log.written).toEqual(['Zoë\n']);
});

(existsSync('/dev/full') ? it : it.skip)('relayLog continues when the log is on a full disk', async () => {
  const log = destination(openSync('/dev/full', 'w'));
  const lines = Array.from({ length: 10 }, () => Buffer.from(`${'x'.repeat(20_000)}\n`));
  await relayLog(Readable.from(lines), log);
  log.destroy();
});

it('relayLog reads on when nothing reads the log any more', async () => {
  const log = Object.assign(new EventEmitter(), { write: () => undefined });
  await relayLog(Readable.from([Buffer.from('one\n'), Buffer.from('two\n')]), log);
});
