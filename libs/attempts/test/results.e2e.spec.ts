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
import { regrade } from '../../../test/support/regrades.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

type Part = components['schemas']['AttemptsPart'];
type Attempt = Part['attempts'][number];
type Inspected = components['schemas']['InspectedAttempt'];

interface Filter {
  userId?: string;
  passed?: boolean;
  timedOut?: boolean;
  voided?: boolean;
  from?: string;
  to?: string;
}

interface Order {
  sort?: 'completedAt' | 'percentage' | 'totalTimeMs';
  order?: 'asc' | 'desc';
}

const ATTEMPTS = 200;
const USERS = 3;

let service: SharedService;
let admin: Player;
let players: Player[];
let quiz: Quiz;
let attempts: Attempt[];

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  players = await Promise.all(Array.from({ length: USERS }, () => createPlayer(service)));
  quiz = await createQuiz(admin, quizBody(4));
  // Ten attempts at each timestamp, and each of the outcomes in any of them.
  await query(
    service.databaseUrl,
    `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
      total_time_ms, timed_out, voided_at, void_reason, completed_at)
    SELECT $1, gen_random_uuid(), ($2::uuid[])[1 + floor(random() * ${USERS})], 1, '[[0, 0], [2, 1]]', 1, 4,
      2500 * floor(random() * 5), random() < 0.5, floor(random() * 50), random() < 0.5,
      CASE WHEN number % 7 = 0 THEN now() END, CASE WHEN number % 7 = 0 THEN 'Copied' END, timestamptz '2026-01-01T00:00:00Z' + number / 10 * interval '1 hour'
    FROM generate_series(0, ${ATTEMPTS - 1}) AS number`,
    [quiz.id, players.map(({ userId }) => userId)],
  );
  const other = await createQuiz(admin);
  await submitAccepted(players[0] as Player, other.id, attemptAt(other, 3));
  attempts = await readAll({}, 100);
});

function pathOf(parameters: Record<string, unknown>, of = quiz): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return `/quizzes/${of.id}/attempts?${search.toString()}`;
}

const read = (parameters: Filter & Order & { limit?: number; cursor?: string }) =>
  service.backoffice.call<Part>('GET', pathOf({ ...parameters }));

/** Reads the list in parts, to its end. */
async function readAll(filter: Filter & Order, limit: number): Promise<Attempt[]> {
  const all: Attempt[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { attempts: part, nextCursor } = await read({ ...filter, limit, ...(cursor !== undefined && { cursor }) });
    all.push(...part);
    if (nextCursor === null) return all;
    expect(part).toHaveLength(limit);
    cursor = nextCursor;
  }
}

async function answerOf(path: string): Promise<[number, unknown]> {
  const response = await service.backoffice.request('GET', path);
  return [response.status, await response.json()];
}

const meets = (attempt: Attempt, { userId, passed, timedOut, voided, from, to }: Filter) =>
  (userId === undefined || attempt.userId === userId) &&
  (passed === undefined || attempt.passed === passed) &&
  (timedOut === undefined || attempt.timedOut === timedOut) &&
  (voided === undefined || (attempt.voidedAt !== undefined) === voided) &&
  (from === undefined || Date.parse(attempt.completedAt) >= Date.parse(from)) &&
  (to === undefined || Date.parse(attempt.completedAt) < Date.parse(to));

const anyTimestamp = fc
  .integer({ min: -1, max: ATTEMPTS / 10 + 1 })
  .map((hour) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString());

const anyFilter: fc.Arbitrary<Filter> = fc.record(
  {
    userId: fc.nat(USERS - 1).map((index) => (players[index] as Player).userId),
    passed: fc.boolean(),
    timedOut: fc.boolean(),
    voided: fc.boolean(),
    from: anyTimestamp,
    to: anyTimestamp,
  },
  { requiredKeys: [] },
);

const anyOrder: fc.Arbitrary<Order> = fc.record(
  { sort: fc.constantFrom('completedAt', 'percentage', 'totalTimeMs'), order: fc.constantFrom('asc', 'desc') },
  { requiredKeys: [] },
);

/** What a list with this filter and order contains. */
function listed(filter: Filter, { sort = 'completedAt', order = 'desc' }: Order): Attempt[] {
  const keyOf = (attempt: Attempt) => (sort === 'completedAt' ? Date.parse(attempt.completedAt) : attempt[sort]);
  const ascending = attempts
    .filter((attempt) => meets(attempt, filter))
    .sort((one, other) => keyOf(one) - keyOf(other) || (one.attemptId < other.attemptId ? -1 : 1));
  return order === 'asc' ? ascending : ascending.reverse();
}

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
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.integer({ min: 15, max: 100 }), async (by, limit) => {
        const matching = attempts.filter((attempt) => meets(attempt, by));
        expect(await readAll(by, limit)).toEqual(matching);
        // The counter of all attempts does not have rows that no request made.
        if (Object.keys(by).length > 0) expect((await read(by)).total).toBe(matching.length);
      }),
      { numRuns: 20 },
    );
  });

  it('counts all attempts, voided ones included, and in each part those that match the filters', async () => {
    const [player] = players as [Player];
    const counted = await createQuiz(admin, quizBody(4, { maxAttempts: 9 }));
    for (const correct of [0, 3, 4]) await submitAccepted(player, counted.id, attemptAt(counted, correct));
    const part = (parameters: object) =>
      service.backoffice.call<Part>('GET', pathOf({ limit: 1, ...parameters }, counted));
    const {
      attempts: [newest],
      total,
      nextCursor,
    } = await part({});
    expect(total).toBe(3);
    expect((await part({ cursor: nextCursor })).total).toBe(3);
    expect((await part({ passed: true })).total).toBe(2);
    const path = `/quizzes/${counted.id}/attempts/${newest?.attemptId ?? ''}/void`;
    await service.backoffice.call('PUT', path, { reason: 'A mistake' });
    expect((await part({})).total).toBe(3);
    expect((await part({ voided: true })).total).toBe(1);
  });

  it('sorts what matches a filter, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, anyOrder, fc.integer({ min: 15, max: 100 }), async (by, order, limit) => {
        expect(await readAll({ ...by, ...order }, limit)).toEqual(listed(by, order));
      }),
      { numRuns: 20 },
    );
  });

  it('sorts the newest 100,000 attempts, and says since when they were completed; counts up to 10,000 that match', async () => {
    const many = await createQuiz(admin);
    await query(
      service.databaseUrl,
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
        total_time_ms, timed_out, completed_at)
      SELECT $1, gen_random_uuid(), $2, 1, '[]', 0, 4, 0, false, number, false, timestamptz '2026-01-01T00:00:00Z' + number * interval '1 second'
      FROM generate_series(1, 100001) AS number`,
      [many.id, admin.userId],
    );
    const total = async (filter: Filter) =>
      (await service.backoffice.call<Part>('GET', pathOf({ ...filter }, many))).total;
    expect(await total({ to: '2026-01-01T02:46:41Z' })).toBe(10_000);
    expect(await total({ to: '2026-01-01T02:46:42Z' })).toBeNull();
    expect(await total({ userId: admin.userId })).toBeNull();
    const first = async (parameters: Filter & Order) => {
      const { attempts: part, since } = await service.backoffice.call<Part>('GET', pathOf({ ...parameters }, many));
      return [part[0]?.totalTimeMs, since];
    };
    const shortest: Order = { sort: 'totalTimeMs', order: 'asc' };
    expect(await first(shortest)).toEqual([2, '2026-01-01T00:00:01.001Z']);
    expect(await first({ ...shortest, from: '2026-01-01T00:00:02Z' })).toEqual([2, null]);
    expect(await first({ ...shortest, to: '2026-01-01T00:00:09Z' })).toEqual([1, null]);
    expect(await first({ ...shortest, userId: admin.userId })).toEqual([2, null]);
    expect(await first({ order: 'asc' })).toEqual([1, null]);
  });

  it('sorts a range whose timestamps have an offset that PostgreSQL does not read', async () => {
    const everything = await read({ sort: 'percentage' });
    const range = { from: '2020-01-01T00:00:00-23:59', to: '2100-01-01T00:00:00+23:59' };
    expect(await read({ sort: 'percentage', ...range })).toEqual({ ...everything, total: ATTEMPTS });
  });

  it('rejects a cursor of another order', async () => {
    const { nextCursor: byTime } = await read({ limit: 1 });
    const { nextCursor: byScore } = await read({ limit: 1, sort: 'percentage' });
    const error = 'cursor: must be `nextCursor` of an earlier response in the same order';
    for (const parameters of [{ cursor: byTime, sort: 'percentage' }, { cursor: byScore }]) {
      expect(await answerOf(pathOf(parameters))).toEqual([400, { error }]);
    }
  });

  it('continues where a page sorted by score ended, even if a regrade then changes its last attempt', async () => {
    const regraded = await createQuiz(admin, quizBody(3, { maxAttempts: 3 }));
    for (const correct of [2, 3, 0]) await submitAccepted(admin, regraded.id, attemptAt(regraded, correct));
    const page = (parameters: object) =>
      service.backoffice.call<Part>('GET', pathOf({ sort: 'percentage', limit: 2, ...parameters }, regraded));
    const { attempts: first, nextCursor } = await page({});
    expect(first.map(({ correctCount }) => correctCount)).toEqual([3, 2]);
    await regrade(service, { quiz: regraded, question: 2, counts: [1] });
    const { attempts: second } = await page({ cursor: nextCursor });
    expect(second.map(({ correctCount }) => correctCount)).toEqual([1]);
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
    const second = await service.backoffice.call<Part>('GET', pathOf({ limit: 2, cursor: first.nextCursor }, growing));
    expect(second.nextCursor).toBeNull();
    const ids = [...first.attempts, ...second.attempts].map(({ attemptId }) => attemptId);
    expect(new Set(ids).size).toBe(4);
  });

  it('returns 30 attempts by default, and at most 100', async () => {
    expect((await read({})).attempts).toHaveLength(30);
    expect((await read({ limit: 1_000 })).attempts).toHaveLength(100);
  });

  it('is empty for a user or a time without attempts', async () => {
    const nothing = { attempts: [], total: 0, since: null, nextCursor: null };
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
    ['sort=answers', 'sort: must be one of completedAt, percentage, totalTimeMs'],
    ['order=down', 'order: must be one of asc, desc'],
    ['limit=0', 'limit: must be a whole number from 1 to 9007199254740991, and at most 100 are returned'],
    ['cursor=', 'cursor: must'],
    ['cursor=x', 'cursor: must be `nextCursor` of an earlier response'],
    [`cursor=${Buffer.from('2026-01-01T00:00:00Z x').toString('base64url')}`, 'cursor: must be `nextCursor`'],
  ])('rejects %s', async (parameters, error) => {
    for (const path of /^(sort|order|limit|cursor)/.test(parameters) ? [''] : ['', '/export']) {
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

describe('GET /admin/api/users/:id/attempts', () => {
  type UserPart = components['schemas']['UserAttemptsPart'];

  const readOf = (userId: string, parameters = '') =>
    service.backoffice.call<UserPart>('GET', `/users/${userId}/attempts?${parameters}`);

  it('lists the attempts of the user at all quizzes with their titles, newest first, in parts', async () => {
    const player = await createPlayer(service);
    const capitals = await createQuiz(admin, quizBody(1, { title: 'Capitals', maxAttempts: 10 }));
    const rivers = await createQuiz(admin, quizBody(1, { title: 'Rivers', maxAttempts: 10 }));
    const made: string[] = [];
    for (const at of [capitals, rivers, capitals]) {
      const { attemptId } = await submitAccepted(player, at.id, attemptAt(at, 1));
      made.unshift(attemptId);
    }
    const first = await readOf(player.userId, 'limit=2');
    const second = await readOf(player.userId, `limit=2&cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBeNull();
    expect([first.total, second.total]).toEqual([3, 3]);
    const listed = [...first.attempts, ...second.attempts];
    // Attempts of one millisecond are ordered by id.
    const keys = listed.map(({ completedAt, attemptId }) => `${completedAt} ${attemptId}`);
    expect(keys).toEqual(keys.toSorted().reverse());
    expect(listed.map(({ attemptId }) => attemptId).toSorted()).toEqual(made.toSorted());
    expect(listed.map(({ quizTitle }) => quizTitle).toSorted()).toEqual(['Capitals', 'Capitals', 'Rivers']);
    const { attempts: same } = await service.backoffice.call<Part>('GET', pathOf({}, rivers));
    const river = listed.find(({ quizId }) => quizId === rivers.id);
    expect(river).toEqual({ ...same[0], quizTitle: 'Rivers' });
  });

  it('leaves out attempts at quizzes that do not exist', async () => {
    const player = await createPlayer(service);
    await query(
      service.databaseUrl,
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
        total_time_ms, timed_out, completed_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), $1, 1, '[]', 0, 1, 0, false, 1, false, '2026-01-01')`,
      [player.userId],
    );
    expect((await readOf(player.userId)).attempts).toEqual([]);
    await query(service.databaseUrl, 'DELETE FROM attempts WHERE user_id = $1', [player.userId]);
  });

  it('reads only the part that it returns', async () => {
    const plan = await query<{ 'QUERY PLAN': string }>(
      service.databaseUrl,
      `EXPLAIN (COSTS OFF) SELECT id FROM attempts
       WHERE user_id = '${admin.userId}' AND (completed_at, id) < ('infinity', '${admin.userId}')
       ORDER BY completed_at DESC, id DESC LIMIT 31`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using attempts_of_user/);
  });

  it('is empty for a user without attempts, and 404 for an unknown user', async () => {
    const player = await createPlayer(service);
    expect(await readOf(player.userId)).toEqual({ attempts: [], total: 0, nextCursor: null });
    for (const id of ['019b76da-a800-7000-8000-000000000001', 'x']) {
      expect(await answerOf(`/users/${id}/attempts`)).toEqual([404, { error: 'User not found' }]);
    }
  });
});

describe('GET /admin/api/quizzes/attempt-totals', () => {
  const totalsOf = (...ids: string[]) => answerOf(`/quizzes/attempt-totals?quizIds=${ids.join(',')}`);

  it('counts the attempts that are not voided, and says when the newest was completed', async () => {
    const [player] = players as [Player];
    const [some, none, gone] = [
      await createQuiz(admin, quizBody(4, { maxAttempts: 9 })),
      await createQuiz(admin),
      admin,
    ];
    for (const correct of [4, 0, 3]) await submitAccepted(player, some.id, attemptAt(some, correct));
    const [newest, second] = (await service.backoffice.call<Part>('GET', pathOf({}, some))).attempts;
    const before = { quizId: some.id, attempts: 3, voided: 0, recentAttempts: 3, recentPassed: 2 };
    const empty = {
      ...before,
      quizId: none.id,
      attempts: 0,
      recentAttempts: 0,
      recentPassed: 0,
      lastCompletedAt: null,
    };
    const [status, body] = await totalsOf(some.id, none.id, gone.userId);
    expect(status).toBe(200);
    expect(body).toEqual({
      totals: expect.arrayContaining([{ ...before, lastCompletedAt: newest?.completedAt }, empty]) as unknown,
    });
    expect((body as { totals: unknown[] }).totals).toHaveLength(2);
    await service.backoffice.call('PUT', `/quizzes/${some.id}/attempts/${newest?.attemptId ?? ''}/void`, {
      reason: 'x',
    });
    const after = { attempts: 2, voided: 1, recentAttempts: 2, recentPassed: 1, lastCompletedAt: second?.completedAt };
    expect(await totalsOf(some.id)).toEqual([200, { totals: [{ ...before, ...after }] }]);
  });

  it('computes the pass rate of the newest 1,000 attempts', async () => {
    const many = await createQuiz(admin);
    await query(
      service.databaseUrl,
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
        total_time_ms, timed_out, completed_at)
      SELECT $1, gen_random_uuid(), $2, 1, '[]', 0, 4, 0, number > 750, 0, false, timestamptz '2026-01-01T00:00:00Z' + number * interval '1 second'
      FROM generate_series(1, 1500) AS number`,
      [many.id, admin.userId],
    );
    const [, body] = await totalsOf(many.id);
    expect((body as { totals: unknown[] }).totals).toMatchObject([{ recentAttempts: 1_000, recentPassed: 750 }]);
  });

  it.each(['', 'x', `${'019b76da-a800-7000-8000-000000000001,'.repeat(100)}019b76da-a800-7000-8000-000000000001`])(
    'rejects the ids %j',
    async (ids) => {
      const error = 'quizIds: must be 1 to 100 ids (UUIDs in lower case), separated by commas';
      expect(await totalsOf(ids)).toEqual([400, { error }]);
    },
  );
});

describe('GET /admin/api/quizzes/:id/attempts/:attemptId/adjacent', () => {
  const adjacent = (attemptId: string, parameters: object = {}, of = quiz) =>
    answerOf(pathOf({ ...parameters }, of).replace('?', `/${attemptId}/adjacent?`));

  it('finds the attempts beside each attempt of a list', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, anyOrder, fc.nat(ATTEMPTS - 1), async (by, order, position) => {
        const list = listed(by, order);
        if (list.length === 0) return;
        const index = position % list.length;
        const [previous = null, next = null] = [list[index - 1]?.attemptId, list[index + 1]?.attemptId];
        expect(await adjacent(list[index]?.attemptId ?? '', { ...by, ...order })).toEqual([200, { previous, next }]);
      }),
      { numRuns: 20 },
    );
  });

  it('finds them also for an attempt that does not match the filters', async () => {
    const [newest] = attempts as [Attempt];
    const next = attempts.find(({ passed }) => passed !== newest.passed)?.attemptId;
    expect(await adjacent(newest.attemptId, { passed: !newest.passed })).toEqual([200, { previous: null, next }]);
  });

  it('answers 404 for unknown quizzes and attempts, and 400 for an invalid order', async () => {
    const [{ attemptId }] = attempts as [Attempt];
    const other = await createQuiz(admin);
    const notFound = [404, { error: 'Attempt not found' }];
    expect(await adjacent(attemptId, {}, other)).toEqual(notFound);
    expect(await adjacent('x')).toEqual(notFound);
    expect(await adjacent(attemptId, {}, { ...quiz, id: attemptId })).toEqual([404, { error: 'Quiz not found' }]);
    const [status, body] = await adjacent(attemptId, { sort: 'x' });
    expect([status, body]).toEqual([400, { error: expect.stringContaining('sort: must be one of') as string }]);
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
        regrade: null,
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
