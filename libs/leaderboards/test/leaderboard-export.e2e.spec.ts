// Leaderboards as CSV files that are written while they are sent.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { untilNoneInTransaction } from '../../../test/support/activity.js';
import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

/** With their names, more than all buffers of a connection hold together. */
const USERS = 2_000;
const NAME_LENGTH = 8_000;

let service: Service;
let admin: Player;
let quiz: Quiz;
let large: Quiz;

beforeAll(async () => {
  service = await startService({ DATABASE_POOL_SIZE: '3' });
  admin = await createPlayer(service, 'admin');
  const players = await Promise.all(Array.from({ length: 3 }, () => createPlayer(service)));
  quiz = await createQuiz(admin, quizBody(3, { title: 'Capitals' }));
  large = await createQuiz(admin, quizBody(1));
  for (const [index, player] of players.entries()) {
    await submitAccepted(player, quiz.id, attemptAt(quiz, index + 1, 4_200));
  }
  await query(service.databaseUrl, `UPDATE users SET display_name = '=1;"=2' WHERE id = $1`, [players[2]?.userId]);
  await query(
    service.databaseUrl,
    `WITH added AS (
       INSERT INTO users (id, email, display_name, role)
       SELECT gen_random_uuid(), number || '@example.com', rpad(number::text, ${NAME_LENGTH}, 'x'), 'player'
       FROM generate_series(1, ${USERS}) AS number RETURNING id
     )
     INSERT INTO quiz_standings (quiz_id, user_id, missed_basis_points, total_time_ms, completed_at, correct_count, total_questions, attempts,
       sum_correct, sum_questions, sum_basis_points, sum_time_ms)
     SELECT $1, id, 0, row_number() OVER (), now(), 1, 1, 1, 1, 1, 10000, 1 FROM added`,
    [large.id],
  );
});

afterAll(() => service.close());

async function exported(path: string): Promise<string[][]> {
  const response = await service.backoffice.request('GET', path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return parse(await response.text(), { bom: true });
}

const guarded = (name: string) => name.replace('=1;"=2', `'=1;"'=2`);

/** Asks for the export of the large leaderboard. */
const ask = () => {
  const { cookie } = service.backoffice;
  return get(`${service.url}/admin/api/quizzes/${large.id}/leaderboard/export`, { headers: { cookie } });
};

/** Begins the export, and reads nothing of it. */
const startExport = () =>
  new Promise<IncomingMessage>((resolve, reject) => {
    ask()
      .once('response', (response) => resolve(response.pause()))
      .once('error', reject);
  });

describe('GET /quizzes/:id/leaderboard/export', () => {
  it('has the entries of the leaderboard, and no formula', async () => {
    const response = await service.backoffice.request('GET', `/quizzes/${quiz.id}/leaderboard/export`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="leaderboard-Capitals.csv"');
    const [header, ...rows] = await exported(`/quizzes/${quiz.id}/leaderboard/export`);
    expect(header?.join()).toBe('Rank,User,Name,Percentage,Correct,Questions,Time (ms),Completed (UTC)');
    const { data } = await admin.api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quiz.id } } });
    expect(rows).toEqual(
      data?.leaderboard.map((entry) =>
        [
          ...[entry.rank, entry.userId, guarded(entry.displayName), entry.percentage, entry.correctCount],
          ...[entry.totalQuestions, entry.totalTimeMs, entry.completedAt],
        ].map(String),
      ),
    );
    expect(rows).toHaveLength(3);
  });

  it('has only the header without attempts', async () => {
    const { id } = await createQuiz(admin);
    expect(await exported(`/quizzes/${id}/leaderboard/export`)).toHaveLength(1);
  });

  it.each(['no-id', '019b76da-a800-7000-8000-000000000001'])('answers 404 for the quiz %s', async (id) => {
    const response = await service.backoffice.request('GET', `/quizzes/${id}/leaderboard/export`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Quiz not found' }]);
  });

  it('has all entries as they were when it began, however ranks change while it is read', async () => {
    const response = await startExport();
    await query(
      service.databaseUrl,
      `UPDATE quiz_standings SET total_time_ms = ${USERS + 1} - total_time_ms WHERE quiz_id = $1`,
      [large.id],
    );
    const rows = parse<Record<string, string>>(await text(response), { bom: true, columns: true });
    const numbers = Array.from({ length: USERS }, (_, index) => String(index + 1));
    expect(rows.map(({ Rank }) => Rank)).toEqual(numbers);
    expect(rows.map((row) => row['Time (ms)'])).toEqual(numbers);
    expect(new Set(rows.map(({ User }) => User)).size).toBe(USERS);
    expect(rows.every(({ Name }) => Name?.length === NAME_LENGTH)).toBe(true);
  });

  it('holds no connection of the database, nor a snapshot, while the client does not read, and others are sent', async () => {
    const responses = await Promise.all(Array.from({ length: 3 }, startExport));
    await untilNoneInTransaction(service.databaseUrl);
    expect(await exported(`/quizzes/${quiz.id}/leaderboard/export`)).toHaveLength(4);
    for (const response of responses) response.destroy();
  });

  it('is sent to four clients at a time: the others wait, and too many are rejected', async () => {
    const first = await Promise.all(Array.from({ length: 4 }, startExport));
    // One more than may wait: which one is rejected depends on the order of their arrival.
    const waiting = Array.from({ length: 11 }, ask);
    const [rejected] = (await Promise.race(waiting.map((request) => once(request, 'response')))) as [IncomingMessage];
    expect([rejected.statusCode, await text(rejected)]).toEqual([503, '{"error":"Service temporarily unavailable"}']);
    for (const request of waiting) request.on('error', () => undefined);
    for (const request of [...waiting, ...first]) request.destroy();
    await untilNoneInTransaction(service.databaseUrl);
    expect(await exported(`/quizzes/${quiz.id}/leaderboard/export`)).toHaveLength(4);
  });
});

describe('GET /leaderboard/export', () => {
  it('has the entries of the leaderboard', async () => {
    const [header, ...rows] = await exported('/leaderboard/export');
    expect(header?.join()).toBe('Rank,User,Name,Correct,Questions,Average score,Attempts');
    const { data } = await admin.api.GET('/leaderboard');
    expect(rows).toEqual(
      data?.leaderboard.map((entry) =>
        [
          ...[entry.rank, entry.userId, guarded(entry.displayName), entry.totalCorrect, entry.totalQuestions],
          ...[entry.averageScore, entry.totalAttempts],
        ].map(String),
      ),
    );
    expect(rows).toHaveLength(3);
  });
});
