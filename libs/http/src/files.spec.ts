import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { csvFile, fileNameOf, textFile } from './files.js';

async function* batchesOf<Row>(...batches: Row[][]): AsyncGenerator<Row[]> {
  for (const batch of batches) yield await Promise.resolve(batch);
}

async function csvOf(value: unknown): Promise<string> {
  const file = csvFile('file.csv', { value: 'Value', last: 'Last' }, batchesOf([{ value, last: 'end' }]));
  const [, row = ''] = (await text(file.getStream())).split('\r\n');
  return row;
}

describe('A text in a CSV file', () => {
  it.each([
    ['a line break', 'x\n=1+1', `"x\n'=1+1"`],
    ['a carriage return', 'x\r=1+1', `"x\r'=1+1"`],
    ['a semicolon', 'a;=1+1;b', `"a;'=1+1;b"`],
    ['a semicolon and spaces', 'a;  @SUM(A1)', `"a;  '@SUM(A1)"`],
    ['a line break at the beginning', '\n=1+1', `"\n'=1+1"`],
    ['a semicolon in full width', 'a;＝1', `"a;'＝1"`],
    ['several ends', '=1;-2\n+3', `"'=1;'-2\n'+3"`],
  ])('begins no cell with a formula after %s', async (_, value, expected) => {
    expect(await csvOf(value)).toBe(`${expected},end`);
  });

  it('is quoted if it has a line break or another separator', async () => {
    expect(await csvOf('a\nb')).toBe('"a\nb",end');
    expect(await csvOf('a;b')).toBe('"a;b",end');
    expect(await csvOf('a\tb')).toBe('"a\tb",end');
  });

  it('is unchanged if nothing in it is dangerous', async () => {
    expect(await csvOf('1 = 1; 2 - 1')).toBe('"1 = 1; 2 - 1",end');
  });

  it('is as harmless in the details of an object', async () => {
    expect(await csvOf({ to: 'a;=1+1;b' })).toBe(`"{""to"":""a;'=1+1;b""}",end`);
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
  const dispositionOf = (name: string) => textFile(name, 'text/plain', Readable.from([])).getHeaders().disposition;

  it.each([
    ['Capitals.csv', 'attachment; filename="Capitals.csv"'],
    ['Zoë.csv', `attachment; filename="Zo_.csv"; filename*=UTF-8''Zo%C3%AB.csv`],
    ['100%25.csv', `attachment; filename="100%25.csv"; filename*=UTF-8''100%2525.csv`],
  ])('names the file %j as RFC 6266 says', (name, disposition) => {
    expect(dispositionOf(name)).toBe(disposition);
  });
});
