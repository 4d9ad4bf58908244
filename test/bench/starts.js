// Starts quizzes and submits the starts. The id of a start is in its response, so the requests cannot be generated before.
import { Agent, request } from 'node:http';
import { pick, quantile } from './load.js';

const CONNECTIONS = 64;

const side =
  (name, play) =>
  ({ service, world }) => ({
    name,
    run: (seconds) => run(play, service.url, world, seconds),
    cpu: service.cpu,
    stop: () => undefined,
  });

/** The service under a load of starts, each followed by its submission: both together are one request of the result. */
export const startAndSubmit = side('start and submit', async (post, quiz) => {
  const { id: startId, questions } = JSON.parse(await post(`/api/quizzes/${quiz.id}/starts`, ''));
  await post(`/api/quizzes/${quiz.id}/attempts`, JSON.stringify({ startId, answers: answersTo(questions) }));
});

/** The same without starts, from the same generator of load. */
export const submitAlone = side('without a start', async (post, quiz) => {
  await post(
    `/api/quizzes/${quiz.id}/attempts`,
    JSON.stringify({ totalTimeMs: 1_000, answers: answersTo(quiz.questions) }),
  );
});

const answersTo = (questions) => questions.map(({ id, answers }) => ({ questionId: id, answerId: pick(answers).id }));

async function run(play, url, { keys, quizzes }, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + seconds * 1_000;
  const times = [];
  // Each connection has users of its own, because a second start of the same user at the same quiz is the first one.
  const share = Math.floor(keys.length / CONNECTIONS);
  const connect = async (_, connection) => {
    const own = keys.slice(connection * share, (connection + 1) * share);
    while (performance.now() < until) {
      const from = performance.now();
      const key = pick(own);
      await play((path, body) => post(agent, url + path, key, body), pick(quizzes));
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connect));
  agent.destroy();
  return { rate: times.length / seconds, p99: quantile(times, 0.99), requests: times.length };
}

function post(agent, url, key, body) {
  const headers = { 'x-api-key': key, ...(body !== '' && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part)).on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 201) resolve(text);
        else reject(new Error(`POST ${url} was answered ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}
