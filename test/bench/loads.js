// The loads of the benchmark: their requests, what the service is compared with, and the targets.
import { load, pick } from './load.js';
import { pgbench } from './pgbench.js';
import { forPlayers, registerBatches, registerOneByOne } from './players.js';
import { startRedis } from './programs.js';
import { startAndSubmit, submitAlone } from './starts.js';
import { withWebhook } from './webhook.js';

export function attemptAt({ id, questions }, key) {
  const answers = questions.map((question) => ({ questionId: question.id, answerId: pick(question.answers).id }));
  return {
    method: 'POST',
    path: `/api/quizzes/${id}/attempts`,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ answers, totalTimeMs: Math.floor(Math.random() * 300_000) }),
  };
}

const get = (path) => (world) => () => ({
  method: 'GET',
  path: path(pick(world.quizzes)),
  headers: { 'x-api-key': pick(world.keys) },
});
export const getQuiz = get(({ id }) => `/api/quizzes/${id}`);
export const leaderboardPage = get(({ id }) => `/api/quizzes/${id}/leaderboard`);
export const submit = (world) => () => attemptAt(pick(world.quizzes), pick(world.keys));
const submitToOne = (world) => () => attemptAt(world.quizzes[0], pick(world.eventKeys));

/** A program under a load. `run` returns requests per second, p99 in milliseconds, and the number of requests. */
const side = (name, program, toRequest) => ({
  name,
  run: (seconds) => load(program.url, toRequest, seconds),
  cpu: program.cpu,
  stop: () => undefined,
});
const serviceUnder = (requests) => (context) => side('service', context.service, requests(context.world));
const plainUnder = (requests) => (context) => side('plain program', context.plain, requests(context.world));
const comparedWithPlain = (requests) => ({ subject: serviceUnder(requests), against: plainUnder(requests) });

const withoutWebhook = ({ service, world }) => side('without a webhook', service, submit(world));

/** Targets: `atLeast` and `aim` are ratios of requests per second, `goal` is processor time of the service, in µs per request. */
export const loads = {
  'get quiz': { ...comparedWithPlain(getQuiz), atLeast: 2.5, aim: 3.5, goal: 50 },
  'submit attempt': { ...comparedWithPlain(submit), atLeast: 2.2, aim: 3, goal: 120 },
  'submit attempt, pgbench': { subject: serviceUnder(submit), against: pgbench, atLeast: 2, aim: 3, goal: 120 },
  'leaderboard page 1': {
    ...comparedWithPlain(leaderboardPage),
    atLeast: 1.8,
    aim: 2.3,
    goal: 65,
  },
  'global leaderboard page 1': {
    ...comparedWithPlain(get(() => '/api/leaderboard')),
    atLeast: 1.8,
    aim: 2.3,
    goal: 65,
  },
  'list quizzes': { ...comparedWithPlain(get(() => '/api/quizzes?limit=30')), atLeast: 2, aim: 2.5, goal: 60 },
  'live event': {
    subject: serviceUnder(submitToOne),
    against: ({ service, world }) => side('spread over 200 quizzes', service, submit(world)),
    atLeast: 0.8,
    aim: 1,
  },
  'submit attempt, webhook': {
    subject: withWebhook(submit, true),
    against: withoutWebhook,
    atLeast: 0.5,
    aim: 0.97,
  },
  'submit attempt, webhook that hangs': {
    subject: withWebhook(submit, false),
    against: withoutWebhook,
    atLeast: 0.9,
    aim: 0.97,
  },
  'submit attempt, for a player': {
    subject: forPlayers(({ quizzes }, key) => attemptAt(pick(quizzes), key)),
    against: ({ service, world }) => side('without X-Player', service, submit(world)),
    atLeast: 0.9,
    aim: 1,
  },
  // Each player counts as a request. 1,000 a second are wanted.
  'register players': {
    subject: registerBatches,
    against: registerOneByOne,
    atLeast: 20,
    aim: 40,
    goal: 50,
  },
  'start and submit': {
    subject: startAndSubmit,
    against: submitAlone,
    atLeast: 0.5,
    aim: 0.55,
    goal: 215,
  },
  'get quiz with Redis': {
    subject: withRedis,
    against: ({ service, world }) => side('without Redis', service, getQuiz(world)),
    atLeast: 0.9,
    aim: 0.95,
  },
};

async function withRedis({ startService, world }) {
  const redis = await startRedis();
  if (redis === undefined) return { missing: 'there is no redis-server (set REDIS_SERVER)' };
  const service = await startService({ REDIS_URL: redis.url });
  const stop = async () => {
    await service.stop();
    await redis.stop();
  };
  return { ...side('with Redis', service, getQuiz(world)), stop };
}
