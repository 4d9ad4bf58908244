import { jsonProblem } from './json-problem.js';

it.each([
  ['{"a":1,}', 'trailing comma at position 6 (line 1, column 7)'],
  ['[1, 2 , ]', 'trailing comma at position 6 (line 1, column 7)'],
  ['{\n  "title": "日本",\n  "tags": [1],\n}', 'trailing comma at position 32 (line 3, column 14)'],
  ['{"a":[1,],"b":2,}', 'trailing comma at position 7 (line 1, column 8)'],
  ['{"a":",]\\",}",}', 'trailing comma at position 13 (line 1, column 14)'],
  ['\ufeff{}', 'byte order mark at position 0'],
  ['\ufeff{"a":1,}', 'byte order mark at position 0'],
  ['{"a":1},\n', 'trailing comma at position 7 (line 1, column 8)'],
  ['{"a":[1,],},', 'trailing comma at position 7 (line 1, column 8)'],
  [',', undefined],
  ['{', undefined],
  ['{"a":",]"', undefined],
  ['{a:1,}', undefined],
  ['[,]', 'trailing comma at position 1 (line 1, column 2)'],
  ['[1,,]', undefined],
  ['{"a":"x" y,}', undefined],
  ['"\\', undefined],
])('the problem of %j is %j', (json, problem) => {
  expect(jsonProblem(Buffer.from(json))).toBe(problem);
});

it('names UTF-16, as Windows PowerShell writes it', () => {
  const json = Buffer.from('\ufeff{}', 'utf16le');
  expect([json, Buffer.from(json).swap16()].map(jsonProblem)).toEqual(
    Array(2).fill('byte order mark of UTF-16 at position 0'),
  );
});

it('takes the time of a few scans, whatever the text is', () => {
  const texts = [
    '"\\'.repeat(500_000),
    ','.repeat(1_000_000),
    `[${'[],'.repeat(300_000)}]`,
    `${'"\\"'.repeat(300_000)},}`,
  ];
  const { user } = process.cpuUsage();
  for (const text of texts) jsonProblem(Buffer.from(text));
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(2_000);
});
