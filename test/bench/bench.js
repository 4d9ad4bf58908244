// `npm run bench [-- names]`: the service compared with baselines. `npm run bench -- growth`: the service with growing data.
// `npm run bench -- users`: the service with many connected users. `npm run bench -- exports`: exports of large inputs.
// `npm run bench -- pages`: waits in the backoffice. `npm run bench -- workers`: the service with several workers.
// `npm run bench -- client`: the memory of the TypeScript client.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureClient } from './client.js';
import { compare } from './comparison.js';
import { watchServer } from './cpu.js';
import { startFilledService } from './filled-service.js';
import { copyStandings, fillPlain, withDatabase } from './fixture.js';
import { measureExports } from './exports.js';
import { measureGrowth } from './growth.js';
import { loads } from './loads.js';
import { measurePages } from './pages.js';
import { pgbench } from './pgbench.js';
import { startProgram } from './programs.js';
import { requireBuild } from '../support/cluster/instance.js';
import { measureUsers } from './users.js';
import { measureWorkers } from './workers.js';

/** Users of the live event. */
const EVENT_KEYS = 5_000;
/** The receivers of webhooks are on this machine. */
const ENVIRONMENT = { WEBHOOK_NETWORKS: '127.0.0.1' };
/** Another built checkout: its service takes the place of the baselines. */
const OTHER_CHECKOUT = process.env.BENCH_AGAINST;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** @returns the address of a new, empty database */
function createDatabase(server, name) {
  return withDatabase(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
    return Object.assign(new URL(server), { pathname: `/${name}` }).href;
  });
}

async function createQuizzes(url, key, bodies) {
  const quizzes = [];
  for (const body of bodies) {
    const response = await fetch(`${url}/api/quizzes`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`A quiz was rejected: ${await response.text()}`);
    quizzes.push(await response.json());
  }
  return quizzes;
}

/** The common parts of the benchmarks: a server, programs that end with the benchmark, and the service's own functions. */
async function open() {
  requireBuild();
  const { startEmbeddedPostgres } = await import('../../dist/libs/embedded-postgres/src/embedded-postgres.js');
  const { generateApiKey, hashApiKey } = await import('../../dist/libs/auth/src/api-key.js');
  const dataDirectory = path('../../.data/bench-postgres');
  const own = process.env.BENCH_DATABASE_URL;
  const server =
    own === undefined
      ? await startEmbeddedPostgres({ dataDirectory, log: (line) => process.stdout.write(`${line}\n`) })
      : { url: own, stop: () => undefined };
  const programs = [];
  const start = async (file, environment) => {
    const program = await startProgram(file, environment);
    programs.push(program);
    return program;
  };
  return {
    createDatabase: (name) => createDatabase(server.url, name),
    createQuizzes,
    startService: (environment, checkout = path('../..')) =>
      start(join(checkout, 'dist/apps/api/src/main.js'), { RATE_LIMIT_REQUESTS: '2147483647', ...environment }),
    startPlain: (environment) => start(path('plain-service.js'), environment),
    newKeys: (count) => Array.from({ length: count }, generateApiKey),
    hashApiKey,
    database: await withDatabase(server.url, async (client) => {
      const { rows } = await client.query('SHOW server_version');
      return `PostgreSQL ${rows[0].server_version} with default durability`;
    }),
    postgresCpu: await watchServer(server.url),
    close: async () => {
      for (const program of programs) await program.stop();
      await server.stop();
      if (own === undefined) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Starts the plain program with the same data as the service. */
async function startFilledPlain(bench, { databaseUrl, world }) {
  const plainUrl = await bench.createDatabase('quiz_bench_plain');
  await fillPlain(plainUrl, world.eventKeys, bench.hashApiKey, world.quizzes);
  await copyStandings(databaseUrl, plainUrl);
  return { plainUrl, plain: await bench.startPlain({ DATABASE_URL: plainUrl }) };
}

async function compareAll(bench, wanted, command) {
  const eventKeys = bench.newKeys(EVENT_KEYS);
  const own = await startFilledService(bench, 'quiz_bench_service', eventKeys, { environment: ENVIRONMENT });
  const context = { ...bench, ...own };
  if (OTHER_CHECKOUT === undefined) Object.assign(context, await startFilledPlain(bench, own));
  else context.other = await startFilledService(bench, 'quiz_bench_other', eventKeys, { checkout: OTHER_CHECKOUT });
  context.databaseUrls = [own.databaseUrl, context.plainUrl ?? context.other.databaseUrl];
  await compare(context, wanted, command);
}

const wanted = process.argv.slice(2);
/** pgbench is no build of the service. */
const names = Object.keys(loads).filter((name) => OTHER_CHECKOUT === undefined || loads[name].against !== pgbench);
const separate = ['client', 'exports', 'growth', 'pages', 'users', 'workers'];
const unknown = wanted.filter((name) => !separate.includes(name) && !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: ${separate.join(', ')}, ${names.join(', ')}\n`);
  process.exit(1);
}
const command = ['npm run bench', ...(wanted.length > 0 ? ['--', ...wanted] : [])].join(' ');
const compared = wanted.length === 0 ? names : wanted.filter((name) => !separate.includes(name));
const bench = await open();
try {
  if (compared.length > 0) await compareAll(bench, compared, command);
  if (wanted.includes('growth')) await measureGrowth(bench, command);
  if (wanted.includes('exports')) await measureExports(bench, command);
  if (wanted.includes('pages')) await measurePages(bench, command);
  if (wanted.includes('users')) await measureUsers(bench, command);
  if (wanted.includes('workers')) await measureWorkers(bench, command);
  if (wanted.includes('client')) await measureClient(bench, command);
} finally {
  await bench.close();
}
