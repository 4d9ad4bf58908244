// The list of attempts at a quiz, for administrators.
import fc from 'fast-check';
import type { components } from '../../backoffice-ui/src/api.gen.js';
import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

type Part = components['schemas']['AttemptsPart'];
type Attempt = Part['attempts'][number];
type Inspected = components['schemas']['InspectedAttempt'];

interface Filter {
  userId?: string;
  passed?: boolean;
  timedOut?: boolean;
  from?: string;
  to?: string;
}

const ATTEMPTS = 400;
const USERS = 3;

let service: Service;
let admin: Player;
let players: Player[];
let quiz: Quiz;
let attempts: Attempt[];

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  players = await Promise.all(Array.from({ length: USERS }, () => createPlayer(service)));
  quiz = await createQuiz(admin, quizBody(4));
  // Ten attempts at each timestamp, and each of the outcomes in any of them.
  await query(
    service.databaseUrl,
    `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, hundredths, passed,
      total_time_ms, timed_out, completed_at)
    SELECT $1, gen_random_uuid(), ($2::uuid[])[1 + floor(random() * ${USERS})], 1, '[[0, 0], [2, 1]]', 1, 4, 2500,
      random() < 0.5, number, random() < 0.5, timestamptz '2026-01-01T00:00:00Z' + number / 10 * interval '1 hour'
    FROM generate_series(0, ${ATTEMPTS - 1}) AS number`,
    [quiz.id, players.map(({ userId }) => userId)],
  );
  const other = await createQuiz(admin);
  await submitAccepted(players[0] as Player, other.id, attemptAt(other, 3));
  attempts = await readAll({}, 100);
});

afterAll(() => service.close());

function pathOf(parameters: Record<string, unknown>, of = quiz): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return `/quizzes/${of.id}/attempts?${search.toString()}`;
}

const read = (parameters: Filter & { limit?: number; after?: string }) =>
  service.backoffice.call<Part>('GET', pathOf({ ...parameters }));

/** Reads the list in parts, to its end. */
async function readAll(filter: Filter, limit: number): Promise<Attempt[]> {
  const all: Attempt[] = [];
  let after: string | undefined;
  for (;;) {
    const { attempts: part, next } = await read({ ...filter, limit, ...(after !== undefined && { after }) });
    all.push(...part);
    if (next === null) return all;
    expect(part).toHaveLength(limit);
    after = next;
  }
}

async function answerOf(path: string): Promise<[number, unknown]> {
  const response = await service.backoffice.request('GET', path);
  return [response.status, await response.json()];
}

const meets = (attempt: Attempt, { userId, passed, timedOut, from, to }: Filter) =>
  (userId === undefined || attempt.userId === userId) &&
  (passed === undefined || attempt.passed === passed) &&
  (timedOut === undefined || attempt.timedOut === timedOut) &&
  (from === undefined || Date.parse(attempt.completedAt) >= Date.parse(from)) &&
  (to === undefined || Date.parse(attempt.completedAt) < Date.parse(to));

describe('GET /admin/api/quizzes/:id/attempts', () => {
  it('lists all attempts at the quiz, newest first', () => {
    expect(new Set(attempts.map(({ attemptId }) => attemptId)).size).toBe(ATTEMPTS);
    const keys = attempts.map(({ completedAt, attemptId }) => `${completedAt} ${attemptId}`);
    expect(keys).toEqual(keys.toSorted().reverse());
  });

  it('returns an attempt as the API does', async () => {
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', {
      params: { path: { id: quiz.id }, query: { limit: 100 } },
    });
    expect(attempts.slice(0, 100)).toEqual(data?.attempts);
  });

  it('lists what matches a filter, in pages of any size', async () => {
    const hour = fc.integer({ min: -1, max: ATTEMPTS / 10 + 1 });
    const timestamp = hour.map((at) => new Date(Date.UTC(2026, 0, 1, at)).toISOString());
    const filter = fc.record(
      {
        userId: fc.nat(USERS - 1).map((index) => (players[index] as Player).userId),
        passed: fc.boolean(),
        timedOut: fc.boolean(),
        from: timestamp,
        to: timestamp,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filter, fc.integer({ min: 15, max: 100 }), async (by, limit) => {
        expect(await readAll(by, limit)).toEqual(attempts.filter((attempt) => meets(attempt, by)));
      }),
      { numRuns: 60 },
    );
  });

  it('begins at `from` and ends before `to`, to the millisecond', async () => {
    const [newest] = attempts as [Attempt];
    const at = Date.parse(newest.completedAt);
    const count = async (filter: Filter) => (await readAll(filter, 100)).length;
    const timestamp = (offset: number) => new Date(at + offset).toISOString();
    expect(await count({ from: timestamp(0) })).toBe(10);
    expect(await count({ from: timestamp(1) })).toBe(0);
    expect(await count({ to: timestamp(0) })).toBe(ATTEMPTS - 10);
    expect(await count({ to: timestamp(1) })).toBe(ATTEMPTS);
    const local = `${timestamp(2 * 3_600_000).slice(0, -1)}+02:00`;
    expect(await count({ from: local })).toBe(10);
  });

  it('continues from the cursor while attempts are added', async () => {
    const growing = await createQuiz(admin, quizBody(1, { maxAttempts: 100 }));
    const [player] = players as [Player];
    for (let index = 0; index < 4; index++) await submitAccepted(player, growing.id, attemptAt(growing, 1));
    const first = await service.backoffice.call<Part>('GET', pathOf({ limit: 2 }, growing));
    await submitAccepted(player, growing.id, attemptAt(growing, 1));
    const second = await service.backoffice.call<Part>('GET', pathOf({ limit: 2, after: first.next }, growing));
    expect(second.next).toBeNull();
    const ids = [...first.attempts, ...second.attempts].map(({ attemptId }) => attemptId);
    expect(new Set(ids).size).toBe(4);
  });

  it('returns 30 attempts by default, and at most 100', async () => {
    expect((await read({})).attempts).toHaveLength(30);
    expect((await read({ limit: 1_000 })).attempts).toHaveLength(100);
  });

  it('is empty for a user or a time without attempts', async () => {
    const nothing = { attempts: [], next: null };
    expect(await read({ userId: admin.userId })).toEqual(nothing);
    expect(await read({ from: '2030-01-01T00:00:00Z' })).toEqual(nothing);
    expect(await read({ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' })).toEqual(nothing);
    expect(await read({ to: '0001-01-01T00:00:00Z' })).toEqual(nothing);
    expect(await read({ from: '9999-12-31T23:59:59Z' })).toEqual(nothing);
  });

  it.each([
    ['userId=x', 'userId: must be an id (a UUID in lower case)'],
    ['passed=yes', 'passed: must be true or false'],
    ['passed=true&passed=false', 'passed: must be true or false'],
    ['timedOut=1', 'timedOut: must be true or false'],
    ['from=yesterday', 'from: must be an ISO 8601 timestamp'],
    ['from=2026-02-30T00:00:00Z', 'from: must be an ISO 8601 timestamp'],
    ['to=2026-01-01', 'to: must be an ISO 8601 timestamp'],
    ['to[a]=2026-01-01', 'to: must not be given in brackets'],
    ['limit=0', 'limit: must be a whole number from 1 to 9007199254740991'],
    ['after=', 'after: must'],
    ['after=x', 'after: must be `next` of an earlier answer'],
    [`after=${Buffer.from('2026-01-01T00:00:00Z x').toString('base64url')}`, 'after: must be `next`'],
  ])('rejects %s', async (parameters, error) => {
    for (const path of parameters.startsWith('limit') || parameters.startsWith('after') ? [''] : ['', '/export']) {
      const [status, body] = await answerOf(`/quizzes/${quiz.id}/attempts${path}?${parameters}`);
      expect([status, (body as { error: string }).error]).toEqual([400, expect.stringContaining(error)]);
    }
  });

  it('answers 404 for unknown and deleted quizzes', async () => {
    const gone = await createQuiz(admin);
    await submitAccepted(players[0] as Player, gone.id, attemptAt(gone, 1));
    await deleteQuiz(admin, gone.id);
    for (const id of [gone.id, '019b76da-a800-7000-8000-000000000001', 'x']) {
      for (const path of ['', '/export', '/019b76da-a800-7000-8000-000000000001']) {
        expect(await answerOf(`/quizzes/${id}/attempts${path}`)).toEqual([404, { error: 'Quiz not found' }]);
      }
    }
  });
});

describe('GET /admin/api/quizzes/:id/attempts/:attemptId', () => {
  const inspect = (of: Pick<Quiz, 'id'>, attemptId: string) =>
    service.backoffice.call<Inspected>('GET', `/quizzes/${of.id}/attempts/${attemptId}`);

  it('returns the attempt with the questions of its version', async () => {
    const [player] = players as [Player];
    const image = 'https://example.com/a.png?%3Cscript%3E';
    const text = `<img src=x onerror=alert(1)> "'&`;
    const questions = quizBody(3).questions.map((question) => ({ ...question, text, imageUrl: image }));
    const before = await createQuiz(admin, quizBody(3, { questions }));
    const [first, second] = before.questions as [Quiz['questions'][number], Quiz['questions'][number]];
    const answers = [
      { questionId: second.id, answerId: second.answers[1]?.id ?? '' },
      { questionId: first.id, answerId: first.answers[0]?.id ?? '' },
    ];
    const { attemptId } = await submitAccepted(player, before.id, { answers, totalTimeMs: 1_234 });
    await updateQuiz(admin, before.id, quizBody(1));
    const { completedAt, ...shown } = await inspect(before, attemptId);
    expect(Math.abs(Date.parse(completedAt) - Date.now())).toBeLessThan(60_000);
    const answersOf = (question: Quiz['questions'][number], chosen?: number) =>
      question.answers.map(({ id, text: answer, isCorrect }, index) => ({
        id,
        text: answer,
        isCorrect,
        isChosen: index === chosen,
      }));
    expect(shown).toEqual({
      attemptId,
      quizId: before.id,
      userId: player.userId,
      displayName: player.displayName,
      correctCount: 1,
      totalQuestions: 3,
      percentage: 33.33,
      passed: false,
      totalTimeMs: 1_234,
      timedOut: false,
      version: 1,
      voidReason: null,
      questions: before.questions.map((question, index) => ({
        id: question.id,
        text,
        imageUrl: image,
        answers: answersOf(question, [0, 1][index]),
        isCorrect: index === 0,
        isAnswered: index < 2,
      })),
    });
  });

  it.each(['019b76da-a800-7000-8000-000000000001', 'x', '%20'])('answers 404 for attempt %j', async (attemptId) => {
    expect(await answerOf(`/quizzes/${quiz.id}/attempts/${attemptId}`)).toEqual([404, { error: 'Attempt not found' }]);
  });

  it('answers 404 at another quiz', async () => {
    const other = await createQuiz(admin);
    const { attemptId } = await submitAccepted(players[0] as Player, other.id, attemptAt(other, 1));
    expect(await answerOf(`/quizzes/${quiz.id}/attempts/${attemptId}`)).toEqual([404, { error: 'Attempt not found' }]);
  });
});
