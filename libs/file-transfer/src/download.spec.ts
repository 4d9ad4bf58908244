import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { csvFile, fileNameOf, textFile } from './download.js';

async function* batchesOf<Row>(...batches: Row[][]): AsyncGenerator<Row[]> {
  for (const batch of batches) yield await Promise.resolve(batch);
}

/** Counts the turns of the event loop. */
function countTurns(): { turn: number; stop: () => void } {
  const counter = { turn: 0, stop: () => clearImmediate(next) };
  let next = setImmediate(function count() {
    counter.turn++;
    next = setImmediate(count);
  });
  return counter;
}

describe('csvFile', () => {
  it('has a byte order mark, the headers and a row for each item', async () => {
    const columns = [['Name', 'name'] as const, ['Twice', ({ n }: { n: number }) => 2 * n] as const];
    const file = csvFile('file.csv', columns, batchesOf([{ name: '=A', n: 1 }], [], [{ name: 'B, C', n: 2 }]));
    expect(file.getHeaders().type).toBe('text/csv; charset=utf-8');
    const bytes = await text(file.getStream());
    expect(bytes).toBe('\uFEFFName,Twice\r\n\'=A,2\r\n"B, C",4\r\n');
  });

  it('writes no more than 32 KiB in a turn of the event loop, however large a batch is', async () => {
    const turns = countTurns();
    const rowsOfTurn = new Map<number, number>();
    const cell = (row: string) => {
      rowsOfTurn.set(turns.turn, (rowsOfTurn.get(turns.turn) ?? 0) + 1);
      return row;
    };
    const rows = Array.from({ length: 10_000 }, () => 'x'.repeat(98));
    await text(csvFile('file.csv', [['X', cell]], [rows]).getStream());
    turns.stop();
    expect(Math.max(...rowsOfTurn.values())).toBeLessThan((33 * 1024) / 100);
  });

  it('reads no batch before the one before has been sent', async () => {
    const batch = Array.from({ length: 1_000 }, () => 'x'.repeat(98));
    let read = 0;
    async function* batches() {
      for (; read < 100; read++) yield await Promise.resolve(batch);
    }
    const stream = csvFile('file.csv', [['X', (row: string) => row]], batches()).getStream();
    let sent = 0;
    for await (const part of stream) {
      sent += String(part).length;
      // A piece is ready before it is sent.
      expect(read).toBeLessThanOrEqual(1 + (sent + 2 * 33 * 1024) / 100_000);
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    }
    expect(read).toBe(100);
  });

  it('ends the reading when it is no longer wanted', async () => {
    let isEnded = false;
    async function* batches() {
      try {
        for (;;) yield await Promise.resolve(['x'.repeat(40_000)]);
      } finally {
        isEnded = true;
      }
    }
    const stream = csvFile('file.csv', [['X', (row: string) => row]], batches()).getStream();
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    expect(isEnded).toBe(true);
  });
});

describe('fileNameOf', () => {
  it.each([
    ['Capitals of Europe', 'Capitals of Europe'],
    ['  ..hidden', 'hidden'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['line\r\nbreak\tand\u0000more', 'line break and more'],
    ['photo\u202Egpj.exe', 'photo gpj.exe'],
    ['Zoë und 日本', 'Zoë und 日本'],
    ['../../etc/passwd', 'etc passwd'],
    ['???', ''],
    ['😀'.repeat(100), '😀'.repeat(60)],
  ])('makes a file name of %j', (title, name) => {
    expect(fileNameOf(title)).toBe(name);
  });
});

describe('textFile', () => {
  const dispositionOf = (name: string) => textFile(name, 'text/plain', []).getHeaders().disposition;

  it.each([
    ['Capitals.csv', 'attachment; filename="Capitals.csv"'],
    ['Zoë.csv', `attachment; filename="Zo_.csv"; filename*=UTF-8''Zo%C3%AB.csv`],
    ['100%25.csv', `attachment; filename="100%25.csv"; filename*=UTF-8''100%2525.csv`],
  ])('names the file %j as RFC 6266 says', (name, disposition) => {
    expect(dispositionOf(name)).toBe(disposition);
  });

  it('writes each text in a turn of the event loop of its own', async () => {
    const turns = countTurns();
    const written: number[] = [];
    function* texts() {
      for (let number = 0; number < 100; number++) {
        written.push(turns.turn);
        yield 'x';
      }
    }
    expect(await text(textFile('x.txt', 'text/plain', texts()).getStream())).toBe('x'.repeat(100));
    turns.stop();
    expect(new Set(written).size).toBe(100);
  });
});
