import { readLines } from './read-lines';

const linesOf = async (content: BlobPart[], maxBytes = 100) => {
  const lines: [number, string, number][] = [];
  for await (const line of readLines(new Blob(content), maxBytes)) {
    lines.push([line.number, new TextDecoder('utf-8', { ignoreBOM: true }).decode(line.content), line.end]);
  }
  return lines;
};

describe('readLines', () => {
  it('skips empty lines and counts them, and leaves out whitespace at the end', async () => {
    expect(await linesOf(['a\n\n \t\r\nb \r\n  c'])).toEqual([
      [1, 'a', 2],
      [4, 'b', 11],
      [5, '  c', 14],
    ]);
  });

  it('leaves out a byte order mark at the beginning, and nowhere else', async () => {
    expect(await linesOf(['\uFEFFa\n\uFEFFb'])).toEqual([
      [1, 'a', 5],
      [2, '\uFEFFb', 9],
    ]);
    expect(await linesOf(['\uFEFF\n'])).toEqual([]);
  });

  it('truncates a long line to one byte beyond the limit', async () => {
    expect(await linesOf(['aaaaaaaaaa\nbb'], 4)).toEqual([
      [1, 'aaaaa', 11],
      [2, 'bb', 13],
    ]);
  });

  it('finds the same lines in a file that arrives in many chunks', async () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `${index}${'ü'.repeat(index % 100)}`);
    const lines = await linesOf([texts.join('\n')], 1000);
    expect(lines.map(([, text]) => text)).toEqual(texts);
    expect(lines.map(([number]) => number)).toEqual(texts.map((_, index) => index + 1));
  });

  it('finds nothing in an empty file', async () => {
    expect(await linesOf([])).toEqual([]);
  });
});
