// Attempts at a quiz as a CSV file that is written while it is sent.
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { vi } from 'vitest';
import { ExportAttemptsHandler } from '../src/queries/export-attempts.query.js';
import { untilNoneInTransaction } from '../../../test/support/activity.js';
import { type AttemptResult, submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const ROWS = 5_000;
const POOL_SIZE = 3;

/** Attempts that the export reads at once. */
const BATCH = 500;

let service: Service;
let admin: Player;
let player: Player;
let large: Quiz;

beforeAll(async () => {
  service = await startService({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
  large = await createQuiz(admin, quizBody(1, { title: 'Large' }));
  await query(
    service.databaseUrl,
    `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
      total_time_ms, timed_out, completed_at)
    SELECT $1, ('019b0001-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, $2, 1, '[[0, 0]]', 1, 1, 10000, true,
      number, number % 100 = 0, timestamptz '2026-01-01' + number / 7 * interval '1 second'
    FROM generate_series(1, ${ROWS}) AS number`,
    [large.id, player.userId],
  );
});

afterAll(() => service.close());

const pathOf = ({ id }: Quiz, parameters = '') => `/quizzes/${id}/attempts/export${parameters}`;

const setTags = ({ userId }: Player, ...tags: string[]) =>
  service.backoffice.call('PATCH', `/users/${userId}`, { tags });

/** The file as a spreadsheet reads it. */
async function exportRows(quiz: Quiz, parameters = ''): Promise<Record<string, string>[]> {
  const response = await service.backoffice.request('GET', pathOf(quiz, parameters));
  expect(response.status).toBe(200);
  return parseAtOnce(Buffer.from(await response.arrayBuffer()), { bom: true, columns: true });
}

const rename = (displayName: string) =>
  query(service.databaseUrl, 'UPDATE users SET display_name = $2 WHERE id = $1', [player.userId, displayName]);

describe('the export of attempts', () => {
  it('is a file with a row for each attempt, newest first', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    const attempts: AttemptResult[] = [];
    for (const correct of [1, 3]) attempts.push(await submitAccepted(player, quiz.id, attemptAt(quiz, correct, 4_200)));
    const late = { ...attemptAt(quiz, 0, 0), timedOut: true, reference: 'seat 17' };
    attempts.push(await submitAccepted(admin, quiz.id, late));
    await setTags(player, '7b', '=1+1');
    const response = await service.backoffice.request('GET', pathOf(quiz));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="attempts-Capitals.csv"');
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    const row = (index: number, by: Player, ...values: string[]) => {
      const completedAt = data?.attempts.find(({ attemptId }) => attemptId === attempts[index]?.attemptId)?.completedAt;
      const email = `${by.displayName.replace(' ', '').toLowerCase()}@example.com`;
      const reference = index === 2 ? late.reference : '';
      const tags = by === player ? `"7b, =1+1"` : '';
      const last = [email, '', '', '', reference, tags, ''];
      return [attempts[index]?.attemptId, by.userId, by.displayName, completedAt, ...values, ...last].join(',');
    };
    expect((await response.text()).split('\r\n')).toEqual([
      'Attempt,User,Name,Completed (UTC),Correct,Questions,Percentage,Passed,Time (ms),Timed out,Email,Voided (UTC),Regraded (UTC),Application,Reference,Tags,External id',
      row(2, admin, '0', '3', '0', 'no', '0', 'yes'),
      row(1, player, '3', '3', '100', 'yes', '4200', 'no'),
      row(0, player, '1', '3', '33.33', 'no', '4200', 'no'),
      '',
    ]);
    const bytes = Buffer.from(await (await service.backoffice.request('GET', pathOf(quiz))).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('has only the header without attempts', async () => {
    const quiz = await createQuiz(admin);
    const response = await service.backoffice.request('GET', pathOf(quiz));
    expect((await response.text()).split('\r\n')).toEqual([expect.stringMatching(/^Attempt,User,Name/), '']);
  });

  it('has the attempts that match the filters', async () => {
    expect(await exportRows(large, '?timedOut=true&from=2026-01-01T00:00:00Z&to=2026-01-01T00:10:00Z')).toHaveLength(
      41,
    );
    expect(await exportRows(large, `?userId=${player.userId}&timedOut=true`)).toHaveLength(ROWS / 100);
    expect(await exportRows(large, '?passed=false')).toEqual([]);
    expect(await exportRows(large, `?userId=${admin.userId}`)).toEqual([]);
  });

  it.each([
    ['=cmd|" /C calc"!A0', `'=cmd|" /C calc"!A0`],
    ['+1+1', `'+1+1`],
    ['-1+1', `'-1+1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1+1', `'\t'=1+1`],
    ['\r=1+1', `'\r'=1+1`],
    ['＝1+1', `'＝1+1`],
    ['Ada, "the\r\n=first"; Countess', `Ada, "the\r\n'=first"; Countess`],
    [`Ada;"=cmd|'/C calc'!A0;z`, `Ada;"'=cmd|'/C calc'!A0;z`],
    ['Ada\n=1+1;-1', `Ada\n'=1+1;'-1`],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('writes the name %j as a text that no spreadsheet evaluates', async (name, shown) => {
    const quiz = await createQuiz(admin);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await rename(name);
    expect((await exportRows(quiz)).map((row) => row.Name)).toEqual([shown]);
  });

  it('is complete with 5,000 attempts', async () => {
    await rename('Ada');
    const response = await service.backoffice.request('GET', pathOf(large));
    const rows = Readable.fromWeb(response.body as ReadableStream).pipe(parse({ bom: true, columns: true }));
    const ids = new Set<string>();
    let last = '~';
    for await (const row of rows as AsyncIterable<Record<string, string>>) {
      const { Attempt: id = '', 'Completed (UTC)': completed = '', Name: name } = row;
      const key = `${completed} ${id}`;
      if (name !== 'Ada' || key >= last) throw new Error(`${JSON.stringify(row)} follows ${last}`);
      last = key;
      ids.add(id);
    }
    expect(ids.size).toBe(ROWS);
  });
});

describe('the export of the attempts of a user', () => {
  const exportOf = (userId: string) => service.backoffice.request('GET', `/users/${userId}/attempts/export`);

  it('is a file with a row for each attempt at any quiz, newest first, with the titles of quizzes', async () => {
    const user = await createPlayer(service);
    await setTags(user, '7b', 'Chess');
    const made: string[][] = [];
    for (const title of ['Capitals', '=1+1']) {
      const quiz = await createQuiz(admin, quizBody(3, { title }));
      const attempt = { ...attemptAt(quiz, 3, 4_200), reference: `seat ${title}` };
      const { attemptId } = await submitAccepted(user, quiz.id, attempt);
      made.unshift([attemptId, quiz.id]);
    }
    const [[ofFormula = '', formula = ''] = [], [ofCapitals = '', capitals = ''] = []] = made;
    await service.backoffice.request('PUT', `/quizzes/${formula}/attempts/${ofFormula}/void`, { reason: 'A mistake' });
    const response = await exportOf(user.userId);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain(`filename="results-${user.displayName}.csv"`);
    const rows: Record<string, string>[] = parseAtOnce(Buffer.from(await response.arrayBuffer()), {
      bom: true,
      columns: true,
    });
    const header =
      'Attempt,Quiz,Title,Completed (UTC),Correct,Questions,Percentage,Passed,Time (ms),Timed out,Voided (UTC),Regraded (UTC),Application,Reference,Tags,External id';
    expect(Object.keys(rows[0] ?? {}).join(',')).toBe(header);
    const result = {
      Correct: '3',
      Questions: '3',
      Percentage: '100',
      Passed: 'yes',
      'Time (ms)': '4200',
      Tags: '7b, Chess',
    };
    expect(rows).toMatchObject([
      {
        Attempt: ofFormula,
        Quiz: formula,
        Title: "'=1+1",
        ...result,
        'Voided (UTC)': expect.stringMatching(/^20/) as string,
      },
      {
        Attempt: ofCapitals,
        Quiz: capitals,
        Title: 'Capitals',
        ...result,
        'Voided (UTC)': '',
        Reference: 'seat Capitals',
      },
    ]);
  });

  it('is complete with 5,000 attempts, each once', async () => {
    const response = await exportOf(player.userId);
    const rows: Record<string, string>[] = parseAtOnce(Buffer.from(await response.arrayBuffer()), {
      bom: true,
      columns: true,
    });
    const ofLarge = rows.filter(({ Quiz }) => Quiz === large.id);
    expect(new Set(ofLarge.map(({ Attempt }) => Attempt)).size).toBe(ROWS);
    expect(ofLarge).toHaveLength(ROWS);
  });

  it('has only the header without attempts, and is 404 for an unknown user', async () => {
    const user = await createPlayer(service);
    expect((await (await exportOf(user.userId)).text()).split('\r\n')).toEqual([
      expect.stringMatching(/^Attempt,Quiz,Title/),
      '',
    ]);
    const unknown = await exportOf(large.id);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'User not found' }]);
  });
});

describe('the export of attempts to a slow client', () => {
  /** Batches that were read, and exports that ended, whether whole or not. */
  const seen = { batches: 0, ends: 0 };

  beforeAll(async () => {
    // More than all buffers of a connection hold together.
    await rename('Ada'.repeat(3_200));
    const handler = ExportAttemptsHandler.prototype as unknown as Record<
      'batches',
      (...args: unknown[]) => AsyncIterable<unknown>
    >;
    const { batches } = handler;
    vi.spyOn(handler, 'batches').mockImplementation(async function* (this: unknown, ...args) {
      try {
        for await (const batch of batches.apply(this, args)) {
          seen.batches++;
          yield batch;
        }
      } finally {
        seen.ends++;
      }
    });
  });

  beforeEach(() => Object.assign(seen, { batches: 0, ends: 0 }));
  afterAll(() => vi.restoreAllMocks());

  /** Asks for an export and reads nothing of it. */
  async function startExport(quiz: Quiz): Promise<IncomingMessage> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${service.url}/admin/api${pathOf(quiz)}`, {
        headers: { cookie: service.backoffice.cookie },
      });
      sent.once('response', resolve).once('error', reject).end();
    });
    response.pause();
    return response;
  }

  /** Waits until no batch has been read for half a second. */
  async function untilStill(): Promise<void> {
    let [batches, since] = [0, Date.now()];
    await until('reading stops', () => {
      if (seen.batches !== batches) [batches, since] = [seen.batches, Date.now()];
      return Promise.resolve(batches > 0 && Date.now() - since > 500);
    });
  }

  it('reads no more than the client reads, and ends when the client disconnects', async () => {
    const response = await startExport(large);
    await untilStill();
    expect(seen.batches).toBeLessThan(ROWS / BATCH / 2);
    expect(seen.ends).toBe(0);
    response.destroy();
    await until('the export ends', () => Promise.resolve(seen.ends === 1));
    expect(seen.batches).toBeLessThan(ROWS / BATCH / 2);
  });

  it('holds no connection of the database, nor a snapshot, while the client does not read', async () => {
    const responses = await Promise.all(Array.from({ length: POOL_SIZE + 1 }, () => startExport(large)));
    await untilStill();
    const { data } = await admin.api.GET('/quizzes/{id}', { params: { path: { id: large.id } } });
    expect(data?.title).toBe('Large');
    await untilNoneInTransaction(service.databaseUrl);
    expect(seen.ends).toBe(0);
    for (const response of responses) response.destroy();
    await until('the exports end', () => Promise.resolve(seen.ends === responses.length));
  });

  it('reads nothing for HEAD', async () => {
    const response = await service.backoffice.request('HEAD', pathOf(large));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(seen).toEqual({ batches: 0, ends: 0 });
  });

  it('is aborted if the quiz is deleted in the meantime', async () => {
    const response = await startExport(large);
    await untilStill();
    await deleteQuiz(admin, large.id);
    const read = (async () => {
      for await (const _part of response);
    })();
    await expect(read).rejects.toThrow('aborted');
    expect(seen.ends).toBe(1);
  });
});
