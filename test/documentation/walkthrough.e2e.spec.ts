// The walkthrough of the README, run as a reader pastes it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { query } from '../support/database.js';
import { examplesIn } from '../support/examples.js';
import { ADMINISTRATOR, sharedService, type SharedService } from '../support/service.js';

const README = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
const [, WALKTHROUGH = ''] = /^## A first quiz[^\n]*\n([^]*?)^## /m.exec(README) ?? [];
const COMMANDS = examplesIn(WALKTHROUGH, 'sh')
  .map(({ code }) => code)
  .join('');
const PASSWORD = "'the printed password'";

let service: SharedService;
beforeAll(async () => (service = await sharedService()));
/** Runs commands in Bash with the port of the service as `PORT`. */
const run = (commands: string) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, PORT: new URL(service.url).port };
    execFile('bash', ['--norc', '-c', commands], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const countRows = () =>
  query(
    service.databaseUrl,
    `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM api_keys) AS keys,
      (SELECT count(*) FROM quizzes) AS quizzes, (SELECT count(*) FROM attempts) AS attempts`,
  );

it('stops at a wrong password, with a message and before it creates anything', async () => {
  const before = await countRows();
  const { code, stdout, stderr } = await run(COMMANDS);
  expect([code, stdout]).toEqual([1, '']);
  const site = `http://localhost:${new URL(service.url).port}`;
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    `Signing in at ${site} as ${ADMINISTRATOR.email} failed: check SITE and PASSWORD.`,
  );
  expect(await countRows()).toEqual(before);
});

it('prints the keys that it made, an attempt and the leaderboard, at the port in PORT', async () => {
  expect(COMMANDS).toContain(PASSWORD);
  const { code, stdout, stderr } = await run(COMMANDS.replace(PASSWORD, `'${ADMINISTRATOR.password}'`));
  expect([code, stderr]).toEqual([0, '']);
  const [own, ofAda, result, leaderboard, ...rest] = stdout.trimEnd().split('\n');
  expect([own, ofAda, rest]).toEqual([
    expect.stringMatching(/^Your key: qk_\w+$/),
    expect.stringMatching(/^Key of Ada: qk_\w+$/),
    [],
  ]);
  expect(JSON.parse(result ?? '')).toMatchObject({ correctCount: 1, percentage: 100 });
  expect(JSON.parse(leaderboard ?? '')).toMatchObject({
    leaderboard: [{ rank: 1, displayName: 'Ada', percentage: 100 }],
  });
});
