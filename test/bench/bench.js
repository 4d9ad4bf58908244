// Requests per second and p99 of the service, side by side with the yardstick in one run: `npm run bench [-- names]`.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import pg from 'pg';
import { copyStandings, fillPlain, fillService, readQuizzes, USERS } from './fixture.js';
import { startProgram } from './programs.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 64;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const pick = (list) => list[randomInt(list.length)];
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

function attemptAt({ questions }) {
  const answers = questions.map((question) => ({ questionId: question.id, answerId: pick(question.answers).id }));
  return JSON.stringify({ answers, totalTimeMs: randomInt(300_000) });
}

/** What is measured: a request for each turn. */
const cases = {
  'get quiz': ({ quizzes }) => ({ method: 'GET', path: `/api/quizzes/${pick(quizzes).id}` }),
  'submit attempt': ({ quizzes }) => {
    const quiz = pick(quizzes);
    return { method: 'POST', path: `/api/quizzes/${quiz.id}/attempts`, body: attemptAt(quiz) };
  },
  'leaderboard page 1': ({ quizzes }) => ({ method: 'GET', path: `/api/quizzes/${pick(quizzes).id}/leaderboard` }),
  'list quizzes': () => ({ method: 'GET', path: '/api/quizzes' }),
};

/** Runs a load; every request with another key. @returns requests per second and p99 in milliseconds */
async function load(url, world, toRequest, seconds) {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          ...toRequest(world),
          headers: { 'x-api-key': pick(world.keys), 'content-type': 'application/json' },
        }),
      },
    ],
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 };
}

async function createDatabases(server) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const urls = [];
  for (const name of ['quiz_bench_service', 'quiz_bench_plain']) {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
    urls.push(Object.assign(new URL(server), { pathname: `/${name}` }).href);
  }
  await client.end();
  return urls;
}

async function createQuizzes(url, key, bodies) {
  const quizzes = [];
  for (const body of bodies) {
    const response = await fetch(`${url}/api/quizzes`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`A quiz was refused: ${await response.text()}`);
    quizzes.push(await response.json());
  }
  return quizzes;
}

async function main(names) {
  execFileSync(process.execPath, [path('../../node_modules/@nestjs/cli/bin/nest.js'), 'build', 'api'], {
    stdio: 'inherit',
  });
  const { startEmbeddedPostgres } = await import('../../dist/libs/platform/src/embedded-postgres/embedded-postgres.js');
  const { generateApiKey, hashApiKey } = await import('../../dist/libs/auth/src/api-key.js');
  const dataDirectory = path('../../.data/bench-postgres');
  const server = process.env.BENCH_DATABASE_URL
    ? { url: process.env.BENCH_DATABASE_URL, stop: () => undefined }
    : await startEmbeddedPostgres({ dataDirectory, log: (line) => process.stdout.write(`${line}\n`) });
  const programs = [];
  try {
    const [serviceUrl, plainUrl] = await createDatabases(server.url);
    const service = await startProgram(path('../../dist/apps/api/src/main.js'), {
      DATABASE_URL: serviceUrl,
      RATE_LIMIT_REQUESTS: '2147483647',
    });
    programs.push(service);
    const keys = Array.from({ length: USERS }, generateApiKey);
    await fillService(serviceUrl, keys, hashApiKey);
    const quizzes = await createQuizzes(service.url, keys[0], await readQuizzes());
    await fillPlain(plainUrl, keys, hashApiKey, quizzes);
    const plain = await startProgram(path('plain-service.js'), { DATABASE_URL: plainUrl });
    programs.push(plain);
    const world = { keys, quizzes };
    await load(service.url, world, cases['submit attempt'], SECONDS);
    await copyStandings(serviceUrl, plainUrl);
    await measure(service.url, plain.url, world, names);
  } finally {
    for (const program of programs) await program.stop();
    await server.stop();
    if (!process.env.BENCH_DATABASE_URL) await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function measure(serviceUrl, plainUrl, world, names) {
  process.stdout.write(
    `\nNode ${process.version}, ${cpus().length} processors, ${CONNECTIONS} connections, ${USERS} keys, ` +
      `${world.quizzes.length} quizzes; medians of ${ROUNDS} rounds of ${SECONDS} s, alternating\n\n` +
      '| load | service, requests/s | p99, ms | plain, requests/s | p99, ms | service / plain |\n|---|---|---|---|---|---|\n',
  );
  for (const [name, toRequest] of Object.entries(cases)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        service: await load(serviceUrl, world, toRequest, SECONDS),
        plain: await load(plainUrl, world, toRequest, SECONDS),
      });
    }
    const of = (program, figure) => median(rounds.map((round) => round[program][figure]));
    const ratio = median(rounds.map(({ service, plain }) => service.rate / plain.rate));
    const cells = [of('service', 'rate'), of('service', 'p99'), of('plain', 'rate'), of('plain', 'p99')].map(
      Math.round,
    );
    process.stdout.write(`| ${[name, ...cells, ratio.toFixed(2)].join(' | ')} |\n`);
  }
}

await main(process.argv.slice(2));
