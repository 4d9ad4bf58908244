// A service starts on a database of a former revision. former-revision.sql has every kind of row, changes of ordered
// indexes that are not compacted yet, and a deferred deletion; former-revision.jsonl has responses of that revision.
// To make both from another revision:
// 1. In its build, set NEAR = 10 and STEP = 3 of the ordered index, STEP = 2 of the deletion of attempts, and an hour as
//    the interval of compaction and of deferred deletions.
// 2. Start it on an empty database of PostgreSQL 15, with ADMIN_EMAIL and ADMIN_PASSWORD as in ADMINISTRATOR.
// 3. node test/operations/upgrade/fill.js http://localhost:3000 PASSWORD > former-revision.jsonl; kill -9 the service.
// 4. pg_dump --inserts --rows-per-insert=1000 --no-owner --no-privileges "$DATABASE_URL" | sed '/^--/d; /^\\/d; /^$/d'
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { submitAccepted } from '../../support/attempts.js';
import { createDatabase, dropDatabase, query } from '../../support/database.js';
import { apiWith, attemptAt, createQuiz, type Quiz } from '../../support/factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../support/leaderboards.js';
import { schemaDifferences } from '../../support/migrations.js';
import { verify } from '../../support/operations.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';

interface Exchange {
  /** The user whose key or session the request has. */
  by: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object;
  status: number;
  answer: object;
}

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

const exchanges = read('former-revision.jsonl')
  // Later revisions return the normal form of image URLs.
  .replaceAll('HTTPS://A.b/日本', 'https://a.b/%E6%97%A5%E6%9C%AC')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Exchange);

let url: string;
let service: Service;

beforeAll(async () => {
  url = await createDatabase();
  await query(url, read('former-revision.sql'));
  await query(url, `UPDATE idempotency_keys SET created_at = now(); UPDATE sessions SET expires_at = now() + '1 hour'`);
  service = await startService({ DATABASE_URL: url });
});

afterAll(async () => {
  await service.close();
  await dropDatabase(url);
});

const expectConsistent = async () => expect(await verify(url)).toMatchObject({ exitCode: 0, differences: [] });

/** The API with a key that the former revision created. */
const apiOf = (by: string) =>
  apiWith(service.url, exchanges.find((exchange) => exchange.by === by)?.headers['x-api-key'] ?? '');

it('migrations: make the tables of the entities from those of a former revision, and keep them consistent', async () => {
  await expectConsistent();
  expect(await schemaDifferences(service)).toEqual([]);
});

it.each(exchanges)(
  '$method $path by $by: answers $status as the former revision did',
  async ({ method, path, headers, body, status, answer }) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([response.status, await response.json()]).toMatchObject([status, answer]);
  },
);

it('API keys of a former revision: have the rights of their user’s current role', async () => {
  const [user] = await query<{ id: string }>(url, `SELECT id FROM users WHERE display_name = 'Demoted'`);
  await service.backoffice.call('PATCH', `/users/${user?.id}`, { role: 'admin' });
  expect(await createQuiz({ api: apiOf('demoted') })).toMatchObject({ authorId: user?.id });
});

it('POST /quizzes/:id/attempts: ranks an attempt at a quiz of a former revision', async () => {
  const quiz = exchanges.find(({ answer }) => 'questions' in answer)?.answer as Quiz;
  const { attemptId } = await submitAccepted({ api: apiOf('player 4') }, quiz.id, attemptAt(quiz, 2, 1));
  expect(attemptId).toBeTruthy();
  const { quizzes, global } = await recomputeBoards(url);
  const board = await readQuizBoard(apiOf('viewer'), quiz.id);
  expect(board).toEqual(quizzes.get(quiz.id));
  expect(board.entries[0]).toMatchObject({ displayName: 'Player4', totalTimeMs: 1 });
  expect(await readGlobalBoard(apiOf('viewer'))).toEqual(global);
  await expectConsistent();
});

it('background tasks: finish what a former revision left behind', async () => {
  const left = `SELECT FROM deferred_deletions UNION ALL SELECT FROM list_changes`;
  await until('nothing is left', async () => (await query(url, left)).length === 0);
  await expectConsistent();
});
