// Exports, statistics and grids of the largest inputs: their processor time, and how long requests of others wait meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, fillService, withDatabase } from './fixture.js';
import {
  addAttempts,
  addAuditEntries,
  addGlobalStandings,
  addKeyUsage,
  addUsers,
  addVersions,
  copyQuiz,
  quizOf,
} from './exports-data.js';
import { keep, table } from './results.js';

const USERS = 100_000;
/** The shortest stall of several runs is the one that other programs of the machine prolonged the least. */
const RUNS = 3;
/** Milliseconds between two requests of another user. */
const PROBE_MS = 5;

export async function measureExports(bench, command) {
  const databaseUrl = await bench.createDatabase('quiz_bench_exports');
  const service = await bench.startService({
    DATABASE_URL: databaseUrl,
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    REQUEST_DEADLINE_MS: '60000',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const keys = bench.newKeys(2);
  await fillService(databaseUrl, keys, bench.hashApiKey);
  const { probe, ...requests } = await fill(bench, service, databaseUrl, keys);
  const cookie = await signIn(service.url);
  const wanted = new RegExp(process.env.BENCH_EXPORTS ?? '');
  const rows = [
    ['request', 'size, MB', 'service, ms of CPU', 'longest turn of its loop, ms', "others' requests, max ms"],
  ];
  for (const [name, path] of Object.entries(requests)) {
    if (!wanted.test(name)) continue;
    const runs = [];
    for (let run = 0; run < RUNS; run++)
      runs.push(await measure(service, `${service.url}/admin/api${path}`, cookie, probe, keys[0]));
    const least = (field) => Math.min(...runs.map((run) => run[field]));
    rows.push([
      name,
      (runs[0].bytes / 1e6).toFixed(1),
      least('cpu').toFixed(0),
      least('turn').toFixed(0),
      least('probe').toFixed(0),
    ]);
    process.stdout.write(`${rows.at(-1).join(' | ')}\n`);
  }
  const lines = [`The least of ${RUNS} runs. ${bench.database}.`, '', ...table(rows)];
  keep('exports', command, lines);
}

async function fill(bench, { url }, databaseUrl, keys) {
  const bodies = [
    quizOf('Wide', { questions: 200, answers: 4 }),
    quizOf('Long', { questions: 10, answers: 4 }),
    quizOf('Many versions', { questions: 200, answers: 10 }),
    quizOf('Large', { questions: 200, answers: 10, length: 450 }),
  ];
  const [wide, long, versions, large] = await bench.createQuizzes(url, keys[0], bodies);
  await withDatabase(databaseUrl, async (client) => {
    await addUsers(client, USERS);
    await addAttempts(client, wide.id, { attempts: 2_000, users: 2_000, questions: 200, answers: 4 });
    await addAttempts(client, long.id, { attempts: 200_000, users: USERS, questions: 10, answers: 4 });
    await addVersions(client, versions.id, 10);
    await addAttempts(client, versions.id, {
      attempts: 9_000,
      users: 9_000,
      questions: 200,
      answers: 10,
      versions: 10,
    });
    await addGlobalStandings(client);
    const { rows } = await client.query('SELECT id, user_id FROM api_keys LIMIT 1');
    await addAuditEntries(client, 20_000, rows[0].user_id);
    await addKeyUsage(client, rows[0].id);
    await copyQuiz(client, large.id, 60);
    await client.query('VACUUM ANALYZE');
  });
  const key = (await withDatabase(databaseUrl, (client) => client.query('SELECT id FROM api_keys LIMIT 1'))).rows[0].id;
  return {
    'answer grid, 2,000 users × 200 questions': `/quizzes/${wide.id}/answer-grid/export`,
    'answer grid, 100,000 users × 10 questions': `/quizzes/${long.id}/answer-grid/export`,
    'page of the grid, 100 users × 200 questions': `/quizzes/${wide.id}/answer-grid?limit=100`,
    'attempts, 200,000': `/quizzes/${long.id}/attempts/export`,
    'attempts, 2,000 × 200 answers': `/quizzes/${wide.id}/attempts/export`,
    'statistics, 200,000 attempts × 10 questions': `/quizzes/${long.id}/statistics`,
    'statistics, 10 versions × 200 questions × 10 answers': `/quizzes/${versions.id}/statistics`,
    'statistics as CSV, the same': `/quizzes/${versions.id}/statistics/export`,
    'audit log, 20,000 entries, 2,000 of 20 kB': '/audit/export',
    'page of the audit log, 100 entries of 20 kB': '/audit?limit=100',
    'quizzes, 60 of 1 MB': '/quizzes/export',
    'quiz of 1 MB as JSON': `/quizzes/${large.id}/export?format=jsonl`,
    'quiz of 1 MB as GIFT': `/quizzes/${large.id}/export?format=gift`,
    'quiz of 1 MB as Moodle XML': `/quizzes/${large.id}/export?format=moodle-xml`,
    'usage of a key, 400 days': `/keys/${key}/usage`,
    'usage of all keys': `/keys?limit=100`,
    'quiz leaderboard, 100,000 users': `/quizzes/${long.id}/leaderboard/export`,
    'global leaderboard, 100,000 users': '/leaderboard/export',
    probe: `/api/quizzes/${long.id}`,
  };
}

async function signIn(url) {
  const response = await fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** @returns size of the response, processor time, longest turn of the event loop and longest request of another user */
async function measure(service, address, cookie, probePath, key) {
  const probe = startProbe(service.url + probePath, key);
  await sleep(200);
  await longestTurn(service.url);
  probe.reset();
  const before = service.cpu();
  const response = await fetch(address, { headers: { cookie, 'accept-encoding': 'identity' } });
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  const result = {
    bytes,
    cpu: (service.cpu() - before) / 1_000,
    turn: await longestTurn(service.url),
    probe: await probe.stop(),
  };
  if (response.status !== 200) process.stdout.write(`${address}: ${response.status}\n`);
  return result;
}

/** Requests of another user, one after the other. */
function startProbe(address, key) {
  let longest = 0;
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const from = performance.now();
      await (await fetch(address, { headers: { 'x-api-key': key } })).arrayBuffer();
      longest = Math.max(longest, performance.now() - from);
      await sleep(PROBE_MS);
    }
  })();
  return {
    reset: () => (longest = 0),
    stop: async () => {
      isStopped = true;
      await running;
      return longest;
    },
  };
}

/** The longest turn of the service's event loop since this was called last, in milliseconds. */
async function longestTurn(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)[1]) * 1_000;
}
