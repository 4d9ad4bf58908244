// The service with growing data: what stays fast, and what becomes slower.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillService, KEYS, readQuizzes, withDatabase } from './fixture.js';
import { fillAttempts, fillQuizzes } from './growth-data.js';
import { load, median, pace, pick, quantile, time } from './load.js';
import { submit } from './loads.js';
import { keep, table } from './results.js';

/** Attempts of each step, and their users. A tenth of the attempts is at one quiz, each by another user. */
const STEPS = (process.env.BENCH_GROWTH ?? '10000,1000000,10000000').split(',').map(Number);
const MOST_USERS = 1_000_000;
const LISTED_QUIZZES = 100_000;
const SIZE = 30;
const REQUESTS = 300;
/** Target rate of submissions per second while pages are timed. */
const WRITES = 3_000;
const LOAD_SECONDS = 10;
const MEMORY_MINUTES = Number(process.env.BENCH_MEMORY_MINUTES ?? 10);

const ms = (value) => value.toFixed(value < 10 ? 2 : 0);

export async function measureGrowth(bench, command) {
  const say = (line) => process.stdout.write(`${line}\n`);
  const rows = [['what', ...STEPS.map((step) => `${step.toLocaleString('en-US')} attempts`)]];
  const columns = [];
  for (const attempts of STEPS) columns.push(await measureStep(bench, attempts, attempts === STEPS.at(-1), say));
  for (const name of Object.keys(columns.at(-1))) rows.push([name, ...columns.map((column) => column[name] ?? '')]);
  const lines = [
    `${KEYS} keys, 200 quizzes, up to ${MOST_USERS.toLocaleString('en-US')} users, ${bench.database}. Pages: p50 of ${REQUESTS} ` +
      `requests one after the other over one connection, in milliseconds, and their ratio to page 1.`,
    '',
    ...table(rows),
  ];
  say(`\n${lines.join('\n')}`);
  keep('growth', command, lines);
}

/** The questions of a quiz, repeated if it has fewer. */
function withTenQuestions({ questions, ...quiz }) {
  return { ...quiz, questions: Array.from({ length: 10 }, (_, index) => questions[index % questions.length]) };
}

async function measureStep(bench, attempts, isLast, say) {
  say(`\n${attempts.toLocaleString('en-US')} attempts`);
  const url = await bench.createDatabase(`quiz_bench_growth_${attempts}`);
  const service = await bench.startService({ DATABASE_URL: url });
  const keys = bench.newKeys(KEYS);
  await fillService(url, keys, bench.hashApiKey);
  const sources = (await readQuizzes()).map(withTenQuestions);
  const quizzes = await bench.createQuizzes(service.url, keys[0], sources);
  const quizIds = quizzes.map(({ id }) => id);
  const users = Math.min(attempts, MOST_USERS);
  await withDatabase(url, (client) => fillAttempts(client, { users, attempts, quizIds, log: say }));
  const world = { url, service, keys, quizzes, users, big: attempts / 10 };
  const results = {};
  const put = (name, value) => say(`${name}: ${(results[name] = value)}`);
  await measurePages(world, put);
  await measureSubmissions(world, put);
  if (isLast) {
    await measureListOfQuizzes(world, put);
    await measurePagesUnderLoad(world, put);
    await measureMemory(world, put);
    await measureDeletion(world, put);
  }
  await service.stop();
  await withDatabase(url, async (client) => {
    const { rows } = await client.query('SELECT pg_size_pretty(pg_database_size(current_database())) AS size');
    put('size of the database', rows[0].size);
  });
  return results;
}

/** Pages of a list: the first, those around the middle, and the last ones. */
function pagesOf(path, entries) {
  const last = Math.ceil(entries / SIZE);
  const around = (page) => () =>
    `${path}?limit=${SIZE}&page=${Math.max(1, page - Math.floor(Math.random() * REQUESTS))}`;
  return { 'page 1': () => `${path}?limit=${SIZE}`, middle: around(Math.ceil(last / 2)), last: around(last) };
}

async function timePages({ service, keys }, name, pages, put) {
  let first;
  for (const [page, path] of Object.entries(pages)) {
    const requests = Array.from({ length: REQUESTS }, () => ({
      method: 'GET',
      path: path(),
      headers: { 'x-api-key': keys[0] },
    }));
    // The first far page causes the index of the list to be built.
    await time(service.url, requests.slice(0, 1));
    if (page !== 'page 1') await sleep(5_000);
    await time(service.url, requests.slice(0, 50));
    const p50 = median(await time(service.url, requests));
    first ??= p50;
    put(`${name}, ${page}`, page === 'page 1' ? `${ms(p50)} ms` : `${ms(p50)} ms, ${(p50 / first).toFixed(1)} ×`);
  }
}

async function measurePages(world, put) {
  const { quizzes, big, users } = world;
  const others = () => `/api/quizzes/${pick(quizzes).id}/leaderboard`;
  await timePages(world, 'leaderboards of 200 quizzes', { 'page 1': others }, put);
  await timePages(
    world,
    'leaderboard of the large quiz',
    pagesOf(`/api/quizzes/${quizzes[0].id}/leaderboard`, big),
    put,
  );
  await timePages(world, 'global leaderboard', pagesOf('/api/leaderboard', users), put);
  await timePages(world, 'attempts at the large quiz', pagesOf(`/api/quizzes/${quizzes[0].id}/attempts`, big), put);
}

async function measureSubmissions(world, put) {
  await load(world.service.url, submit(world), LOAD_SECONDS);
  const rates = [];
  for (let round = 0; round < 3; round++) rates.push(await load(world.service.url, submit(world), LOAD_SECONDS));
  put('submissions/s', median(rates.map(({ rate }) => rate)).toFixed(0));
  put('submissions, p99', `${ms(median(rates.map(({ p99: slowest }) => slowest)))} ms`);
}

async function measureListOfQuizzes(world, put) {
  const quizId = world.quizzes[0].id;
  await withDatabase(world.url, (client) => fillQuizzes(client, { count: LISTED_QUIZZES, quizId }));
  await timePages(world, 'list of 100,000 quizzes', pagesOf('/api/quizzes', LISTED_QUIZZES), put);
}

async function measurePagesUnderLoad(world, put) {
  const stop = pace(world.service.url, submit(world), WRITES);
  await sleep(5_000);
  const { quizzes, big, users } = world;
  const name = 'with submissions';
  await timePages(
    world,
    `leaderboard of the large quiz ${name}`,
    pagesOf(`/api/quizzes/${quizzes[0].id}/leaderboard`, big),
    put,
  );
  await timePages(world, `global leaderboard ${name}`, pagesOf('/api/leaderboard', users), put);
  put('submissions/s meanwhile', (await stop()).toFixed(0));
}

function residentMegabytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function measureMemory(world, put) {
  const sizes = [];
  const end = performance.now() + MEMORY_MINUTES * 60_000;
  const stop = pace(world.service.url, submit(world), 100_000);
  while (performance.now() < end) {
    await sleep(5_000);
    sizes.push(residentMegabytes(world.service.pid));
  }
  await stop();
  const half = sizes.slice(sizes.length / 2);
  put(
    `memory over ${MEMORY_MINUTES} minutes of full load`,
    `most ${Math.max(...sizes).toFixed(0)} MiB; median of the first half ${median(sizes.slice(0, sizes.length / 2)).toFixed(0)}, of the second ${median(half).toFixed(0)}`,
  );
}

async function measureDeletion(world, put) {
  const { service, keys, quizzes, url, big } = world;
  const gone = quizzes[0].id;
  const reads = () => ({
    method: 'GET',
    path: `/api/quizzes/${pick(quizzes.slice(1)).id}`,
    headers: { 'x-api-key': pick(keys) },
  });
  const others = { ...world, quizzes: quizzes.slice(1) };
  const stop = pace(service.url, submit(others), 500);
  const from = performance.now();
  const [took] = await time(service.url, [
    { method: 'DELETE', path: `/api/quizzes/${gone}`, headers: { 'x-api-key': keys[0] } },
  ]);
  const times = [];
  let left;
  do {
    times.push(...(await time(service.url, Array.from({ length: 100 }, reads))));
    left = await withDatabase(url, async (client) => {
      const { rows } = await client.query('SELECT count(*)::integer AS left FROM deferred_deletions');
      return rows[0].left;
    });
  } while (left > 0);
  put(
    `deletion of a quiz with ${big.toLocaleString('en-US')} attempts`,
    `answered in ${ms(took)} ms, done in ${((performance.now() - from) / 1000).toFixed(0)} s`,
  );
  put('other reads meanwhile, p99', `${ms(quantile(times, 0.99))} ms`);
  await stop();
}
