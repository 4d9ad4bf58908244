// The service compared with the baselines: both sides of each pair alternate in one run.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withDatabase } from './fixture.js';
import { load, median, pick } from './load.js';
import { findProgram } from '../support/cluster/programs.js';
import { startRedis } from './programs.js';
import { keep, table } from './results.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_UP_SECONDS = Number(process.env.BENCH_WARM_UP_SECONDS ?? 8);
const PGBENCH_CLIENTS = 32;

export function attemptAt({ id, questions }, key) {
  const answers = questions.map((question) => ({ questionId: question.id, answerId: pick(question.answers).id }));
  return {
    method: 'POST',
    path: `/api/quizzes/${id}/attempts`,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ answers, totalTimeMs: Math.floor(Math.random() * 300_000) }),
  };
}

/** Requests with the keys in turn. */
const get = (path) => (world) => () => ({
  method: 'GET',
  path: path(pick(world.quizzes)),
  headers: { 'x-api-key': pick(world.keys) },
});
const getQuiz = get(({ id }) => `/api/quizzes/${id}`);
export const submit = (world) => () => attemptAt(pick(world.quizzes), pick(world.keys));

/** The comparisons: the sides run in turns, and each returns requests per second and p99. */
const comparisons = {
  'get quiz': { atLeast: 2, aim: 2.5, requests: getQuiz },
  'submit attempt': { atLeast: 2, aim: 3, requests: submit },
  'submit attempt, pgbench': { atLeast: 2, aim: 3, requests: submit, against: pgbench },
  'leaderboard page 1': { atLeast: 1.2, aim: 1.5, requests: get(({ id }) => `/api/quizzes/${id}/leaderboard`) },
  'list quizzes': { atLeast: 1.2, aim: 2, requests: get(() => '/api/quizzes?limit=30') },
  'live event': {
    atLeast: 0.8,
    aim: 1,
    requests: (world) => () => attemptAt(world.quizzes[0], pick(world.eventKeys)),
    against: ({ service, world }) => side('spread over 200 quizzes', service, submit(world)),
  },
  'get quiz with Redis': {
    atLeast: 0.7,
    aim: 0.9,
    requests: getQuiz,
    subject: withRedis,
    against: ({ service, world }) => side('without Redis', service, getQuiz(world)),
  },
};

export const names = Object.keys(comparisons);

function side(name, program, toRequest) {
  const run = async (seconds) => {
    const from = program.cpu();
    const { rate, p99, requests } = await load(program.url, toRequest, seconds);
    return { rate, p99, cpu: (program.cpu() - from) / requests };
  };
  return { name, run, stop: () => undefined };
}

/** Measures the comparisons and stores the table. */
export async function compare(context, wanted, command) {
  const columns = ['requests/s', 'p99, ms', 'CPU, µs each'];
  const rows = [['load', ...columns, 'against', ...columns, 'ratio', 'at least', 'aim']];
  for (const name of wanted) {
    const row = await measure(name, comparisons[name], context);
    process.stdout.write(`${row.join(' | ')}\n`);
    rows.push(row);
  }
  const about =
    `Medians of ${ROUNDS} rounds of ${SECONDS} s after ${WARM_UP_SECONDS} s to warm up, the two sides in turns; 64 connections, ` +
    `${context.world.keys.length} keys (live event: ${context.world.eventKeys.length}), ${context.world.quizzes.length} quizzes, ` +
    `${context.database}. CPU is the time of the program's own process.`;
  const lines = [about, '', ...table(rows)];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  if (wanted.length === names.length) keep('comparison', command, lines);
}

async function measure(name, { atLeast, aim, requests, subject, against }, context) {
  const { service, plain, world } = context;
  const one = subject ? await subject(context) : side('service', service, requests(world));
  const other = against ? await against(context) : side('plain program', plain, requests(world));
  const missing = one.missing ?? other.missing;
  try {
    if (missing) return [name, `left out: ${missing}`, '', '', '', '', '', '', '', atLeast, aim];
    process.stdout.write(`${name}: `);
    await one.run(WARM_UP_SECONDS);
    await other.run(WARM_UP_SECONDS);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push([await one.run(SECONDS), await other.run(SECONDS)]);
      process.stdout.write('.');
    }
    process.stdout.write('\n');
    const valuesOf = (index) =>
      ['rate', 'p99', 'cpu'].map((figure) => {
        const value = median(rounds.map((round) => round[index][figure]));
        return Number.isNaN(value) ? '' : value.toFixed(0);
      });
    const ratio = median(rounds.map(([first, second]) => first.rate / second.rate)).toFixed(2);
    return [name, ...valuesOf(0), other.name, ...valuesOf(1), ratio, atLeast, aim];
  } finally {
    await one.stop?.();
    await other.stop?.();
  }
}

/** The baseline's transaction of a submission, as SQL alone. */
const TRANSACTION = `
\\set user random(1, 2000)
\\set quiz random(1, 200)
\\set correct random(0, 10)
\\set time random(1, 300000)
BEGIN;
INSERT INTO attempt_counts VALUES (bench_id(:quiz), bench_id(:user), 1) ON CONFLICT (quiz_id, user_id)
  DO UPDATE SET count = attempt_counts.count + 1 WHERE attempt_counts.count < 1000000 RETURNING count;
INSERT INTO attempts VALUES (bench_id(:quiz), gen_random_uuid(), bench_id(:user), bench_answers(), :correct, 10, :correct * 1000, :time, now());
INSERT INTO global_standings VALUES (bench_id(:user), 1, :correct, 10, :correct * 1000, :time) ON CONFLICT (user_id) DO UPDATE SET
  attempts = global_standings.attempts + 1, correct = global_standings.correct + :correct, questions = global_standings.questions + 10,
  hundredths = global_standings.hundredths + :correct * 1000, time_ms = global_standings.time_ms + :time;
COMMIT;
`;

async function pgbench({ yardstickUrl }) {
  const program = findProgram('pgbench');
  if (program === undefined) return { name: 'pgbench', missing: 'there is no pgbench (set PGBENCH)' };
  await withDatabase(yardstickUrl, async (client) => {
    const answers = JSON.stringify(Array.from({ length: 10 }, (_, question) => [question, question % 4]));
    await client.query(`
      CREATE OR REPLACE FUNCTION bench_id(number integer) RETURNS uuid LANGUAGE sql IMMUTABLE AS
        $$ SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$;
      CREATE OR REPLACE FUNCTION bench_answers() RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$ SELECT '${answers}'::jsonb $$`);
  });
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const script = join(folder, 'submission.sql');
  await writeFile(script, TRANSACTION);
  const run = async (seconds) => {
    const clients = [
      '-c',
      PGBENCH_CLIENTS,
      '-j',
      '2',
      '-M',
      'prepared',
      '-n',
      '-T',
      seconds,
      '-f',
      script,
      yardstickUrl,
    ];
    const { stdout } = await promisify(execFile)(program, clients.map(String));
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    return { rate, p99: NaN, cpu: NaN };
  };
  return { name: `pgbench -c ${PGBENCH_CLIENTS} -M prepared`, run, stop: () => rm(folder, { recursive: true }) };
}

async function withRedis({ startService, world }) {
  const redis = await startRedis();
  if (redis === undefined) return { name: 'with Redis', missing: 'there is no redis-server (set REDIS_SERVER)' };
  const service = await startService({ REDIS_URL: redis.url });
  const stop = async () => {
    await service.stop();
    await redis.stop();
  };
  return { ...side('with Redis', service, getQuiz(world)), stop };
}
