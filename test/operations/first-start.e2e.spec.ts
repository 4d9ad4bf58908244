// What the service logs when it starts on a given database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { loadConfiguration } from '#libs/configuration';
import { serve } from '../../apps/api/src/serve.js';
import { MAIN, requireBuild } from '../support/cluster/instance.js';
import { createDatabase } from '../support/database.js';
import { logIntoRun } from '../support/log.js';
import { freePort } from '../support/redis.js';

const PASSWORD = 'a password of this test';
const NOBODY = 'Nobody can sign in yet: set ADMIN_EMAIL and ADMIN_PASSWORD, and start again.';

let databaseUrl: string;

beforeAll(async () => {
  requireBuild();
  databaseUrl = await createDatabase();
});

const spawnService = async (environment: Record<string, string>) =>
  spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, PORT: String(await freePort()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Starts the service in this process, and stops it once it is ready. @returns what it tells the operator */
async function start(environment: Record<string, string>): Promise<string> {
  logIntoRun();
  const stopping = new AbortController();
  let said = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    said += String(part);
    if (said.includes('Quiz service is ready')) stopping.abort();
    return true;
  });
  const port = String(await freePort());
  try {
    await serve(loadConfiguration({ DATABASE_URL: databaseUrl, PORT: port, ...environment }), false, stopping.signal);
  } finally {
    write.mockRestore();
  }
  return said;
}

/** Starts the service in a process of its own, and stops it once it is ready. @returns its whole output */
async function startProcess(environment: Record<string, string>): Promise<string> {
  const service = await spawnService(environment);
  service.stderr.pipe(process.stderr);
  let said = '';
  service.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    if (said.includes('Quiz service is ready')) service.kill('SIGTERM');
  });
  expect(await once(service, 'close')).toEqual([0, null]);
  return said;
}

it('npm start: builds the pages for production with any NODE_ENV', async () => {
  expect(process.env.NODE_ENV).not.toBe('production');
  const pages = new URL('../../dist/apps/backoffice/', import.meta.url);
  const index = await readFile(new URL('index.html', pages), 'utf8');
  const [, script = 'missing'] = /src="\/admin\/([^"]+\.js)"/.exec(index) ?? [];
  expect((await readFile(new URL(script, pages), 'utf8')).includes('jsxDEV')).toBe(false);
});

it('first start: rejects an ADMIN_PASSWORD that is easy to guess, with advice', async () => {
  const service = await spawnService({ ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'password1234' });
  const [said, ended] = await Promise.all([text(service.stderr), once(service, 'close')]);
  expect(ended).toEqual([1, null]);
  expect(said).toBe(
    'The configuration is invalid:\nADMIN_PASSWORD must be harder to guess. ' +
      'This is similar to a commonly used password. Add more words that are less common.\n',
  );
});

it('start: warns that nobody can sign in until there is an administrator, whom it creates once', async () => {
  expect(await start({})).toMatch(new RegExp(`${NOBODY}\n\n$`));
  const administrator = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: PASSWORD };
  const created = await startProcess(administrator);
  expect(created.slice(0, created.indexOf('Stopping after'))).toMatch(
    /\nCreated the first administrator: ada@example\.com\n\n$/,
  );
  expect(created).not.toContain(PASSWORD);
  // An unused password may be weak.
  const unused = { ...administrator, ADMIN_PASSWORD: 'password1234' };
  for (const said of [await start(unused), await start({})]) {
    expect(said).not.toContain('administrator');
    expect(said).not.toContain(NOBODY);
  }
});
