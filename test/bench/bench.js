// `npm run bench [-- names]`: the service compared with baselines. `npm run bench -- growth`: the service with growing data.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compare, names, submit } from './comparison.js';
import { copyStandings, fillPlain, fillService, KEYS, readQuizzes, withDatabase } from './fixture.js';
import { measureGrowth } from './growth.js';
import { load } from './load.js';
import { requireBuild } from '../support/cluster/instance.js';
import { SERVICE_FLAGS, startProgram } from './programs.js';

/** Users of the live event. */
const EVENT_KEYS = 5_000;
/** Seconds of submissions that fill the leaderboards before the measurements. */
const FILL_SECONDS = 8;
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
  const start = async (file, environment, flags) => {
    const program = await startProgram(path(file), environment, flags);
    programs.push(program);
    return program;
  };
  return {
    createDatabase: (name) => createDatabase(server.url, name),
    createQuizzes,
    startService: (environment) =>
      start('../../dist/apps/api/src/main.js', { RATE_LIMIT_REQUESTS: '2147483647', ...environment }, SERVICE_FLAGS),
    startPlain: (environment) => start('plain-service.js', environment, SERVICE_FLAGS),
    newKeys: (count) => Array.from({ length: count }, generateApiKey),
    hashApiKey,
    database: await withDatabase(server.url, async (client) => {
      const { rows } = await client.query('SHOW server_version');
      return `PostgreSQL ${rows[0].server_version} with default durability`;
    }),
    close: async () => {
      for (const program of programs) await program.stop();
      await server.stop();
      if (own === undefined) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function compareAll(bench, wanted, command) {
  const serviceUrl = await bench.createDatabase('quiz_bench_service');
  const yardstickUrl = await bench.createDatabase('quiz_bench_plain');
  const eventKeys = bench.newKeys(EVENT_KEYS);
  const keys = eventKeys.slice(0, KEYS);
  const startService = (environment) => bench.startService({ DATABASE_URL: serviceUrl, ...environment });
  const service = await startService({});
  await fillService(serviceUrl, eventKeys, bench.hashApiKey);
  const quizzes = await bench.createQuizzes(service.url, keys[0], await readQuizzes());
  await fillPlain(yardstickUrl, eventKeys, bench.hashApiKey, quizzes);
  const plain = await bench.startPlain({ DATABASE_URL: yardstickUrl });
  const context = { ...bench, yardstickUrl, startService, service, plain, world: { keys, eventKeys, quizzes } };
  await load(service.url, submit(context.world), FILL_SECONDS);
  await copyStandings(serviceUrl, yardstickUrl);
  await compare(context, wanted, command);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => name !== 'growth' && !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: growth, ${names.join(', ')}\n`);
  process.exit(1);
}
const command = ['npm run bench', ...(wanted.length > 0 ? ['--', ...wanted] : [])].join(' ');
const compared = wanted.length === 0 ? names : wanted.filter((name) => name !== 'growth');
const bench = await open();
try {
  if (compared.length > 0) await compareAll(bench, compared, command);
  if (wanted.includes('growth')) await measureGrowth(bench, command);
} finally {
  await bench.close();
}
