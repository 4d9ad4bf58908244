import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Backoffice } from '../support/backoffice.js';
import { MAIN, requireBuild } from '../support/cluster/instance.js';
import { freePort } from '../support/redis.js';
import { ADMINISTRATOR, createServiceDatabase } from '../support/service.js';
import { until } from '../support/until.js';
import { xlsx } from '../support/xlsx.js';

const LIMIT_MS = 180_000;

let service: ChildProcess;
let backoffice: Backoffice;

beforeAll(async () => {
  requireBuild();
  const port = await freePort();
  // The limit that Node.js chooses in a container of 768 MiB.
  service = spawn(process.execPath, ['--max-old-space-size=384', MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: await createServiceDatabase(),
      HOST: '127.0.0.1',
      PORT: `${port}`,
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await until('the service is ready', () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  backoffice = await Backoffice.signIn(url, ADMINISTRATOR);
}, LIMIT_MS);

afterAll(async () => {
  const exit = once(service, 'exit');
  service.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}, LIMIT_MS);

/** The processor time that the thread of the requests has used, in milliseconds. */
function mainThreadTime(): number {
  const [nanoseconds] = readFileSync(`/proc/${service.pid}/task/${service.pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1_000_000;
}

const lines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');
const list = (count: number, item: string) => Array<string>(count).fill(item);

const HEADER = 'question,answer1,answer2,correct\n';

/** Files that took up to 20 seconds in the thread of the requests. */
const QUESTIONS: [string, string, string][] = [
  [
    'numbers of many answers',
    'csv',
    [
      'question',
      ...list(15_000, '').map((_, n) => `answer${n + 1}`),
      'correct\na',
      ...list(15_000, 'b'),
      `"${list(90_000, '1').join(' ')}"`,
    ].join(','),
  ],
  ['5 MB', 'csv', HEADER + lines(45_000, (n) => `What is ${n}?,${'a'.repeat(90)},b,1`)],
  ['a header of many columns', 'csv', list(400_000, 'a').join(',')],
  ['an open quote', 'csv', `${HEADER}"${'a,b\n'.repeat(200_000)}`],
  ['many answers', 'aiken', `a\n${'A) b\n'.repeat(150_000)}ANSWER: A`],
  [
    'hostile answers',
    'moodle-xml',
    `<quiz><question type="multichoice"><questiontext><text>a</text></questiontext>${list(49, `<answer><text><![CDATA[${'<b>'.repeat(6_000)}]]></text></answer>`).join('')}</question></quiz>`,
  ],
  [
    'much feedback',
    'moodle-xml',
    `<quiz><question type="multichoice"><questiontext><text>a</text></questiontext>${'<hint><text>b</text></hint>'.repeat(35_000)}</question></quiz>`,
  ],
  ['long questions', 'gift', list(49, `a {${'~b'.repeat(9_000)}=c}`).join('\n\n')],
];

const USERS: [string, string][] = [
  ['many wide rows', `email,displayName${',a'.repeat(98)}\n${lines(4_000, () => list(100, 'a').join(','))}`],
  ['many rows', `email,displayName\n${lines(40_000, (n) => `u${n}@example.com,Ada`)}`],
];

const COLUMNS = list(50, '').map((_, n) => (n < 26 ? '' : 'A') + String.fromCharCode(65 + (n % 26)));

/** Rows of cells with the same content. */
const sheet = (rows: number, columns: number, cell: string, strings: string[] = []) =>
  xlsx(
    lines(rows, (n) => {
      const cells = COLUMNS.slice(0, columns).map((column) => `<c r="${column}${n + 1}" ${cell}</c>`);
      return `<row r="${n + 1}">${cells.join('')}</row>`;
    }),
    strings,
  );

/** A text of many cells is in the file once, and once per cell in what a thread returns. */
const SHARED = 't="s"><v>0</v>';

/** Excel files. */
const SHEETS: [string, Uint8Array][] = [
  ['many cells', sheet(80_000, 6, '><v>1</v>')],
  ['a long text in 2,000 cells', sheet(40, 50, SHARED, ['a'.repeat(200_000)])],
  ['a text in many cells', sheet(990, 50, SHARED, ['a'.repeat(100)])],
];

describe('uploaded files hold the thread of the requests', () => {
  it.each(QUESTIONS)('hardly: questions, %s', async (_, format, text) => {
    await expectLittleTime('/quizzes/question-reading', { format, text });
  });

  it.each(USERS)('hardly: users, %s', async (_, text) => {
    await expectLittleTime('/users/file-reading', { text });
  });

  it.each(SHEETS)('hardly: Excel files, %s', async (_, bytes) => {
    const file = Buffer.from(bytes).toString('base64');
    await expectLittleTime('/users/file-reading', { file, columns: 'email,displayName' });
    await expectLittleTime('/quizzes/question-reading', {
      format: 'csv',
      file,
      columns: 'question,answer,answer,correct',
    });
  });
});

async function expectLittleTime(path: string, body: object): Promise<void> {
  const before = mainThreadTime();
  const response = await backoffice.request('POST', path, body);
  await response.arrayBuffer();
  // The whole request, with the parts between which others run.
  const used = mainThreadTime() - before;
  // A file that takes too long is not the service's lack of time, which would be 503.
  expect([200, 422]).toContain(response.status);
  expect(used).toBeLessThan(300);
}
