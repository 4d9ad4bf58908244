import { Readable } from 'node:stream';
import { MAX_LINE_BYTES, readLines, trimEnd } from './read-lines.js';

/** The lines of a stream of these chunks, as `number:content`, one character per byte. */
async function read(...chunks: (string | Buffer)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const { number, content } of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) {
    lines.push(`${number}:${content.toString('latin1')}`);
  }
  return lines;
}

describe('readLines', () => {
  it('numbers lines as in the file, and skips empty ones', async () => {
    expect(await read('a\n\n \t\r\nb\nc')).toEqual(['1:a', '4:b', '5:c']);
    expect(await read('')).toEqual([]);
    expect(await read('\n\n')).toEqual([]);
  });

  it('joins lines that arrive in chunks', async () => {
    expect(await read('a', 'b', '\n', 'c\nd', 'e\n')).toEqual(['1:ab', '2:c', '3:de']);
  });

  it('keeps every byte of a line except its line feed', async () => {
    expect(await read('  a \r\n', Buffer.from([0xff, 0x00, 0xc3]))).toEqual(['1:  a \r', '2:\xff\x00\xc3']);
  });

  it('drops a byte order mark at the start only', async () => {
    expect(await read(Buffer.from([0xef]), Buffer.from([0xbb, 0xbf]), 'a\n\ufeffb')).toEqual([
      '1:a',
      '2:\xef\xbb\xbfb',
    ]);
    expect(await read('\ufeff\n', 'a')).toEqual(['2:a']);
  });

  it('keeps the start of an endless line', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const chunks = Array.from({ length: 20 }, () => megabyte);
    const [first, second] = await read(...chunks, '\nb');
    expect(first).toHaveLength(MAX_LINE_BYTES + '1:'.length);
    expect(second).toBe('2:b');
  });
});

describe('trimEnd', () => {
  it.each([
    ['{} \t\r', '{}'],
    [' {}', ' {}'],
    [' \r', ''],
    ['', ''],
    ['{}\u00a0', '{}\u00a0'],
  ])('makes %j %j', (content, trimmed) => {
    expect(trimEnd(Buffer.from(content)).toString()).toBe(trimmed);
  });
});
