import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRun, findSecrets } from './run-log.js';

let directory: string;

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'run-log-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const TOKEN = randomBytes(32).toString('base64url');
const PASSWORD = 'she said "battery"';

/** The findings in a log that contains this line. */
function foundIn(line: string): string[] {
  const known = [TOKEN, PASSWORD, 'quiz:quiz@127.0.0.1:5432'];
  writeFileSync(join(directory, 'a.secrets'), known.map((secret) => `${JSON.stringify(secret)}\n`).join(''));
  writeFileSync(join(directory, 'b.log'), `{"msg":"request"}\n${line}\n{"msg":"request"}\n`);
  return findSecrets(directory);
}

it.each([
  ['a token', JSON.stringify({ cookie: `session=${TOKEN}` })],
  ['a token in a longer word', `x${TOKEN}-y`],
  ['a password', JSON.stringify({ body: PASSWORD })],
  ['the password of the database', JSON.stringify({ url: 'postgres://quiz:quiz@127.0.0.1:5432/quiz' })],
  ['an API key that nobody noted', JSON.stringify({ key: `qk_${'x'.repeat(49)}` })],
  ['the hash of a password', JSON.stringify({ hash: '$argon2id$v=19$m=19456,t=2,p=1$x$y' })],
])('findSecrets: finds %s in the log of another process', (_, line) => {
  expect(foundIn(line)).toEqual([`b.log:2: ${line}`]);
  expect(() => checkRun(directory)).toThrow(`b.log:2: ${line}`);
});

it.each([
  ['an ordinary line', '{"level":30,"reqId":"019b76da-a800-7000-8000-000000000001","path":"/api/quizzes"}'],
  ['a key that is hidden', '{"path":"/api/quizzes/qk_***"}'],
  ['another word of that length', randomBytes(32).toString('base64url')],
  ['half a token', TOKEN.slice(1)],
])('findSecrets: accepts %s', (_, line) => {
  expect(foundIn(line)).toEqual([]);
  expect(() => checkRun(directory)).not.toThrow();
});
