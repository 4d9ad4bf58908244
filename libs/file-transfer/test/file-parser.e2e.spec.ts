import { setTimeout } from 'node:timers/promises';
import { FileParser, FileTooComplex, FileUnreadable } from '#libs/file-transfer';
import { Overloaded } from '#libs/http';
import * as parsers from './parsers.js';

let files: FileParser;

const parse = (what: string) => files.parse(parsers, { bytes: Buffer.from(what) });

afterEach(() => files.onApplicationShutdown());

describe('FileParser', () => {
  it('returns what a parser returns, and throws what it throws', async () => {
    files = new FileParser({ REQUEST_DEADLINE_MS: 120_000 });
    expect(await parse('end')).toBe('parsed');
    await expect(parse('reject')).rejects.toEqual(new FileUnreadable('It is an image'));
    await expect(parse('fail')).rejects.toThrow(new TypeError('a bug'));
  });

  it('ends a parser that takes too much memory, and parses the next file', async () => {
    files = new FileParser({ REQUEST_DEADLINE_MS: 120_000 });
    await expect(parse('fill the memory')).rejects.toThrow(FileTooComplex);
    expect(await parse('end')).toBe('parsed');
  });

  it('ends a parser before the deadline of its request', async () => {
    files = new FileParser({ REQUEST_DEADLINE_MS: 1_000 });
    const deadline = setTimeout(1_000).then(() => 'deadline');
    await expect(Promise.race([parse('never end'), deadline])).rejects.toThrow(FileTooComplex);
    await deadline;
  });

  it('ends parsers that take too much time, also in the queue, and rejects files that find it full', async () => {
    files = new FileParser({ REQUEST_DEADLINE_MS: 300 });
    const endless = Array.from({ length: 20 }, () => parse('never end'));
    const errors = await Promise.all(
      endless.map((parsing) => parsing.catch((error: unknown) => (error as Error).message)),
    );
    expect(new Set(errors)).toEqual(new Set([FileTooComplex.text, Overloaded.text]));
    await files.onApplicationShutdown();
    files = new FileParser({ REQUEST_DEADLINE_MS: 120_000 });
    expect(await parse('end')).toBe('parsed');
  });
});
