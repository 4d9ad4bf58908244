// The memory of many clients of the TypeScript package, each with a cache of its own, or all with that of the first one (`withKey`).
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { quizOf } from './exports-data.js';
import { fillService } from './fixture.js';
import { keep, table } from './results.js';

const CLIENTS = 300;
const QUIZZES = 10;
const SIZE = { questions: 200, answers: 4 };

export async function measureClient(bench, command) {
  const { QuizServiceClient } = await import('../../dist/libs/client/src/index.js');
  const databaseUrl = await bench.createDatabase('quiz_bench_client');
  const service = await bench.startService({ DATABASE_URL: databaseUrl });
  const keys = bench.newKeys(CLIENTS);
  await fillService(databaseUrl, keys, bench.hashApiKey);
  const bodies = Array.from({ length: QUIZZES }, (_, index) => quizOf(`Quiz ${index}`, SIZE));
  const quizzes = await bench.createQuizzes(service.url, keys[0], bodies);
  const clientOf = (apiKey) => new QuizServiceClient({ baseUrl: `${service.url}/api`, apiKey });
  const first = clientOf(keys[0]);
  const rows = [
    ['clients', 'heap, MB'],
    ['each with its own cache', await heapOf(() => keys.map(clientOf), quizzes)],
    ['by `withKey`', await heapOf(() => keys.map((key) => first.withKey(key)), quizzes)],
  ];
  const kilobytes = Math.round(JSON.stringify(quizzes[0]).length / 1e3);
  const about =
    `${CLIENTS} clients with different keys, each of which has read ${QUIZZES} quizzes of ${SIZE.questions} questions with ` +
    `${SIZE.answers} answers (${kilobytes} kB). What the heap has grown by, after a garbage collection.`;
  const lines = [about, '', ...table(rows)];
  process.stdout.write(`${lines.join('\n')}\n`);
  keep('client', command, lines);
}

/** @returns what the heap has grown by once each client has read the quizzes, in MB */
async function heapOf(makeClients, quizzes) {
  const before = heapUsed();
  const clients = makeClients();
  for (const client of clients) await Promise.all(quizzes.map(({ id }) => client.getQuiz(id)));
  const grown = heapUsed() - before;
  // The clients are in use until here.
  clients.length = 0;
  return (grown / 1e6).toFixed(1);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

function heapUsed() {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
