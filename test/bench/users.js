// Many connected users who pause between their requests: most connections are idle, and requests come in bursts.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFilledService } from './filled-service.js';
import { pick, quantile, toText } from './load.js';
import { attemptAt } from './loads.js';
import { keep, table } from './results.js';

const USERS = Number(process.env.BENCH_USERS ?? 15_000);
const SECONDS = Number(process.env.BENCH_USERS_SECONDS ?? 60);
/** MAX_CONNECTIONS. With fewer connections than users some of them are rejected. */
const LIMIT = Number(process.env.BENCH_USERS_LIMIT ?? USERS + 10_000);
const WORKERS = process.env.BENCH_USERS_WORKERS ?? '1';
/** New connections at once, each with a request, during the load. */
const BURST = 5_000;
const RAMP_MS = 20_000;
const MOST_KEYS = 5_000;

const chance = (share) => Math.random() < share;
const isServed = (status) => status.startsWith('2');
const between = (least, most) => least + Math.random() * (most - least);

/** What the users do between two pauses: the first 60 % browse, the next 30 % play, the others watch. */
const KINDS = [
  {
    until: 0.6,
    round: async (user, quiz) => {
      await user.get(`/api/quizzes?page=${Math.ceil(between(0, 20))}`);
      if (chance(0.7)) await user.get(`/api/quizzes/${quiz.id}`);
    },
  },
  {
    until: 0.9,
    round: async (user, quiz) => {
      await user.get('/api/quizzes');
      await user.get(`/api/quizzes/${quiz.id}`);
      await sleep(between(0, 6_000));
      await user.send(attemptAt(quiz, user.key));
      if (chance(0.5)) await user.get(`/api/quizzes/${quiz.id}/leaderboard`);
    },
  },
  {
    until: 1,
    round: (user, quiz) => user.get(chance(0.6) ? '/api/leaderboard' : `/api/quizzes/${quiz.id}/leaderboard`),
  },
];

/** All connections read into one buffer, because each read is processed at once. */
const buffer = Buffer.alloc(65_536);
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** A user with a connection. It reads responses with `Content-Length` only, in a fraction of the time of node:http. */
class User {
  #socket;
  /** The beginning of a head that has arrived in part. */
  #head = '';
  #status;
  /** Bytes of the body that have not arrived; undefined before the head has. */
  #left;
  #settle;

  /** @param onResponse is called with status (or `no response`) and duration in milliseconds */
  constructor(port, key, onResponse) {
    Object.assign(this, { port, key, onResponse });
  }

  get(path) {
    return this.send({ method: 'GET', path, headers: { 'x-api-key': this.key } });
  }

  /** Resolves after the response, or when the connection is closed. */
  async send(request) {
    const from = performance.now();
    const status = await new Promise((resolve) => {
      this.#settle = resolve;
      this.#socket ??= this.#open();
      this.#socket.write(toText('bench', request));
    });
    this.onResponse(status, performance.now() - from);
  }

  close() {
    this.#socket?.destroy();
  }

  connect() {
    this.#socket = this.#open();
    return once(this.#socket, 'connect');
  }

  #open() {
    const onread = { buffer, callback: (count) => this.#read(count) };
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true, onread });
    socket.on('error', () => undefined);
    return socket.on('close', () => {
      this.#socket = undefined;
      this.#end('no response');
    });
  }

  #read(count) {
    if (this.#left === undefined) {
      this.#head += buffer.latin1Slice(0, count);
      const end = this.#head.indexOf('\r\n\r\n');
      if (end === -1) return;
      this.#status = this.#head.slice(9, 12);
      this.#left = Number(LENGTH.exec(this.#head)[1]) - (this.#head.length - end - 4);
    } else {
      this.#left -= count;
    }
    if (this.#left === 0) this.#end(this.#status);
  }

  #end(status) {
    this.#head = '';
    this.#left = undefined;
    this.#settle?.(status);
    this.#settle = undefined;
  }
}

export async function measureUsers(bench, command) {
  const keys = bench.newKeys(Math.min(USERS, MOST_KEYS));
  const environment = { MAX_CONNECTIONS: String(LIMIT), MAX_CONNECTIONS_PER_ADDRESS: String(LIMIT), WORKERS };
  const { service, world } = await startFilledService(bench, 'quiz_bench_users', keys, { environment });
  await requireConnections(service.url);

  const times = [];
  const rejectionTimes = [];
  const counts = {};
  let phase = 'ramp';
  const onResponse = (status, time) => {
    if (phase !== 'measure') return;
    (isServed(status) ? times : rejectionTimes).push(time);
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const live = async (round, user) => {
    await sleep(between(0, RAMP_MS));
    while (phase !== 'end') {
      await round(user, pick(world.quizzes));
      await sleep(between(2_000, 8_000));
    }
    user.close();
  };
  const { port } = new URL(service.url);
  const newUser = (index, onEnd) => new User(port, keys[index % keys.length], onEnd);
  const users = Array.from({ length: USERS }, (_, index) => newUser(index, onResponse));
  // Before the load, so that no time is measured in which they wait to be accepted.
  for (const user of users) await user.connect();
  const lives = users.map((user, index) => live(KINDS.find(({ until }) => index / USERS < until).round, user));
  // Until the rounds are no longer in step with the ramp.
  await sleep(RAMP_MS + 10_000);
  const from = { time: performance.now(), cpu: service.cpu() };
  phase = 'measure';
  await sleep(SECONDS * 1_000);
  phase = 'burst';
  const seconds = (performance.now() - from.time) / 1_000;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const cpu = (service.cpu() - from.cpu) / total;
  const burst = [];
  const newcomers = Array.from({ length: BURST }, (_, index) =>
    newUser(index, (status, time) => burst.push({ isServed: isServed(status), time })),
  );
  await Promise.all(newcomers.map((user) => user.get(`/api/quizzes/${pick(world.quizzes).id}`)));
  for (const user of newcomers) user.close();
  phase = 'end';
  await Promise.all(lives);
  await service.stop();

  const burstTimes = burst.map(({ time }) => time);
  const lines = [
    `${USERS.toLocaleString('en-US')} users with a connection each, MAX_CONNECTIONS=${LIMIT}, WORKERS=${WORKERS}, ${keys.length} keys, 200 quizzes, ${bench.database}; ` +
      `${SECONDS} s after a start over ${RAMP_MS / 1_000} s. 60 % read lists and quizzes, 30 % play, 10 % watch leaderboards, with ` +
      'pauses of 2 to 8 s.',
    '',
    ...table([
      ['served/s', 'p50, ms', 'p95, ms', 'p99, ms', 'failed', 'p99 until a failure, ms', 'CPU, µs each'],
      [
        ...figures(times, seconds),
        failures(counts, total),
        quantile(rejectionTimes, 0.99)?.toFixed(0) ?? '',
        cpu.toFixed(0),
      ],
    ]),
    '',
    `Then ${BURST.toLocaleString('en-US')} new connections at once, each with a request: ${burst.filter((one) => one.isServed).length} served, ` +
      `p50 ${quantile(burstTimes, 0.5).toFixed(0)} ms, the last one answered or rejected after ` +
      `${(Math.max(...burstTimes) / 1_000).toFixed(1)} s.`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  keep('users', command, lines);
}

/** @throws if the service accepts fewer connections than the limit, because of the limit of open files */
async function requireConnections(url) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const possible = Number(/^quiz_connections_max(?:\{[^}]*\})? (\d+)/m.exec(metrics)[1]);
  if (possible >= Math.min(LIMIT, USERS + BURST)) return;
  throw new Error(`The service accepts ${possible} connections here: raise \`ulimit -n\`, or set BENCH_USERS`);
}

/** @returns served requests per second, and their p50, p95 and p99 */
function figures(times, seconds) {
  const quantiles = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0));
  return [(times.length / seconds).toFixed(0), ...quantiles];
}

/** @returns the share of requests that failed, and how */
function failures(counts, total) {
  const failed = Object.entries(counts).filter(([status]) => !isServed(status));
  const sum = failed.reduce((before, [, count]) => before + count, 0);
  return [
    `${((100 * sum) / total).toFixed(2)} %`,
    ...failed.map(([status, count]) => `${status}: ${count.toLocaleString('en-US')}`),
  ].join(', ');
}
