import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { drain } from '../../apps/api/src/edge/connections.js';
import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { send } from '../support/http.js';
import { type Service, startService } from '../support/service.js';
import { untilLocked } from '../support/activity.js';

let service: Service;
let player: Player;
let quizId: string;
let database: Client;

beforeEach(async () => {
  service = await startService();
  player = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(player));
  database = new Client({ connectionString: service.databaseUrl });
  await database.connect();
});

afterEach(async () => {
  await database.end();
  await service.close();
});

/** Connects and sends bytes. */
async function open(bytes = ''): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.resume();
  if (bytes !== '') socket.write(bytes);
  return socket;
}

/** Whether the service still accepts connections. */
const isListening = () =>
  open().then(
    (socket) => Boolean(socket.destroy()),
    () => false,
  );

it('DRAIN_SECONDS: the service is not ready, continues to serve and closes connections after responses', async () => {
  const drained = drain(service.app, 2);
  const agent = new Agent({ keepAlive: true });
  const ready = await send(service.url, 'GET', '/health/ready');
  expect([ready.status, ready.text]).toEqual([503, '{"error":"Not ready: stopping"}']);
  for (const path of ['/health/live', `/api/quizzes/${quizId}`]) {
    const answer = await send(service.url, 'GET', path, { headers: { 'x-api-key': player.key }, agent });
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
  }
  agent.destroy();
  await drained;
});

it('a stop answers requests in flight, records their attempts, and closes all connections', async () => {
  const { id: attemptedId } = await createQuiz(player);
  await database.query('BEGIN');
  // Not the table: the shutdown would wait for background tasks that read it.
  await database.query('SELECT FROM quizzes WHERE id = $1 FOR UPDATE', [quizId]);
  // The submission waits for this row. Background tasks, for which the shutdown waits, do not.
  const count = 'INSERT INTO attempt_counts (quiz_id, user_id, count) VALUES ($1, $2, 0)';
  await database.query(count, [attemptedId, player.userId]);
  const agent = new Agent({ keepAlive: true });
  const headers = { 'x-api-key': player.key };
  const deletion = send(service.url, 'DELETE', `/api/quizzes/${quizId}`, { headers, agent });
  const submission = send(service.url, 'POST', `/api/quizzes/${attemptedId}/attempts`, {
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"answers":[],"totalTimeMs":1}',
    agent,
  });
  await untilLocked(service.databaseUrl, 'DELETE FROM "quizzes"');
  // PostgreSQL shows the beginning of a statement.
  await untilLocked(service.databaseUrl, 'INSERT INTO attempt_counts');
  const request = `GET /health/live HTTP/1.1\r\nHost: x\r\n`;
  const silent = await open();
  const used = await open(`${request}\r\n`);
  await once(used, 'data');
  const begun = await open(request);
  const ended = Promise.all([silent, used, begun].map((socket) => once(socket, 'close')));
  const closed = service.app.close();
  await ended;
  while (await isListening()) await sleep(10);
  await database.query('ROLLBACK');
  expect(await deletion).toMatchObject({ status: 200, headers: { connection: 'close' } });
  const { status, headers: sent, text } = await submission;
  expect([status, sent.connection, text]).toEqual([201, 'close', expect.stringContaining('attemptId')]);
  const { attemptId } = JSON.parse(text) as { attemptId: string };
  await closed;
  expect((await database.query('SELECT id FROM attempts')).rows).toEqual([{ id: attemptId }]);
  agent.destroy();
});
