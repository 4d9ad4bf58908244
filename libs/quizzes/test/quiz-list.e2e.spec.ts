// The list of quizzes by filters and by cursor.
import fc from 'fast-check';
import { query } from '../../../test/support/database.js';
import {
  type Api,
  createPlayer,
  createPlayers,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

/** FUZZ_SEED=n tries other sequences. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const RUNS = 2;

let service: Service;
let second: Service;
let admin: Player;
let other: Player;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  [admin, other] = [await createPlayer(service, 'admin'), await createPlayer(service, 'admin')];
});

afterAll(() => service.close());

afterEach(async () => {
  await query(service.databaseUrl, 'DELETE FROM quizzes');
  await query(service.databaseUrl, `DELETE FROM sharded_counters WHERE name = 'quizzes'`);
});

interface Answer {
  quizzes: { id: string; title: string; createdAt: string }[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
  nextCursor?: string | null;
  error?: string;
}

async function read(text: string, { url }: Service = service): Promise<Answer & { status: number }> {
  const response = await fetch(`${url}/api/quizzes?${text}`, { headers: { 'x-api-key': admin.key } });
  return { ...((await response.json()) as Answer), status: response.status };
}

const titles = async (text: string) => (await read(text)).quizzes.map(({ title }) => title);

/** Reads all parts of a list by cursor. @param between is called after each of them */
async function readAll(text: string, between: () => Promise<unknown> = () => Promise.resolve()): Promise<Answer[]> {
  const parts: Answer[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const part: Answer = await read(`${text}&cursor=${cursor}`, parts.length % 2 === 0 ? service : second);
    expect(part.nextCursor).not.toBeUndefined();
    parts.push(part);
    cursor = part.nextCursor ?? null;
    await between();
  }
  return parts;
}

const create = (title: string, author = admin) => createQuiz(author, quizBody(1, { title }));

describe('filters of the list of quizzes', () => {
  it('find titles by the beginnings of words, in any page', async () => {
    for (const title of ['European capitals', 'Capital letters', 'Rivers of Europe', 'EURO CAPITAL'])
      await create(title);
    expect(await titles('search=capital')).toEqual(['EURO CAPITAL', 'Capital letters', 'European capitals']);
    expect(await titles('search=%20eur%20cap%20')).toEqual(['EURO CAPITAL', 'European capitals']);
    expect(await titles('search=R%C3%ADvers')).toEqual(['Rivers of Europe']);
    expect(await titles('search=apital')).toEqual([]);
    expect(await titles('search=!')).toEqual([]);
    expect(await titles('search=')).toHaveLength(4);
    expect(await read('search=capital&limit=2&page=2')).toMatchObject({
      quizzes: [{ title: 'European capitals' }],
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2 },
    });
  });

  it('find quizzes of an author, and those that changed since a time', async () => {
    const old = await create('old');
    await create('theirs', other);
    await query(
      service.databaseUrl,
      `UPDATE quizzes SET created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`,
    );
    const { createdAt } = await create('new');
    expect(await titles(`authorId=${other.userId}`)).toEqual(['theirs']);
    expect(await titles(`authorId=${admin.userId}`)).toEqual(['new', 'old']);
    expect(await titles(`authorId=${old.id}`)).toEqual([]);
    expect(await titles(`updatedSince=${createdAt}`)).toEqual(['new']);
    expect(await titles(`updatedSince=${createdAt.replace('Z', '%2B23:59')}`)).toEqual(['new', 'theirs', 'old']);
    expect(await titles(`updatedSince=9999-12-31T23:59Z`)).toEqual([]);
    await updateQuiz(admin, old.id, quizBody(1, { title: 'changed' }));
    expect(await titles(`updatedSince=${createdAt}`)).toEqual(['new', 'changed']);
    expect(await titles(`updatedSince=${createdAt}&authorId=${admin.userId}&search=chan`)).toEqual(['changed']);
    expect((await read(`updatedSince=${createdAt}&limit=1`)).pagination).toMatchObject({ total: 2, totalPages: 2 });
  });

  it.each([
    ['authorId=1', 'authorId'],
    ['authorId=', 'authorId'],
    ['updatedSince=yesterday', 'updatedSince'],
    ['updatedSince=2026-02-30T00:00:00Z', 'updatedSince'],
    ['updatedSince=', 'updatedSince'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=a&search=b', 'search'],
    ['search[]=a', 'search'],
    ['cursor=x', 'cursor'],
    ['cursor=MjAyNi0wMS0wMVQwMDowMDowMC4wMDBa', 'cursor'],
    // A position in a list that is sorted by a number.
    [
      `cursor=${Buffer.from('2026-01-01T00:00:00.000Z 019b76da-a800-7000-8000-000000000001 5').toString('base64url')}`,
      'cursor',
    ],
    ['cursor=&page=1', 'cursor'],
    ['page=2&cursor=', 'cursor'],
    ['cursor=&limit=0', 'limit'],
    ['cursor=&cursor=', 'cursor'],
  ])('are rejected with the name of the field: %s', async (text, field) => {
    const { status, error } = await read(text);
    expect([status, error]).toEqual([400, expect.stringMatching(new RegExp(`^${field}: [^;]+$`))]);
  });
});

describe('the list of quizzes by cursor', () => {
  it('begins with an empty cursor, and ends with null', async () => {
    for (let number = 1; number <= 5; number++) await create(`Quiz ${number}`);
    const parts = await readAll('limit=2');
    expect(parts.map(({ quizzes }) => quizzes.map(({ title }) => title))).toEqual([
      ['Quiz 5', 'Quiz 4'],
      ['Quiz 3', 'Quiz 2'],
      ['Quiz 1'],
    ]);
    for (const { pagination } of parts) expect(pagination).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3 });
    expect(await readAll('limit=5')).toHaveLength(1);
    expect((await readAll('limit=1000'))[0]?.pagination.limit).toBe(100);
    expect(await read('limit=2')).not.toHaveProperty('nextCursor');
    const [nothing] = await readAll('search=none');
    expect(nothing).toMatchObject({ quizzes: [], nextCursor: null, pagination: { total: 0, totalPages: 0 } });
  });

  const change = fc.record({ isCreated: fc.boolean(), at: fc.nat() });

  it('visits each quiz exactly once while quizzes are created, changed and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('', 'search=qui', 'author', 'updatedSince=2026-01-01T00:00:00Z'),
        fc.array(change, { minLength: 4, maxLength: 12 }),
        async (limit, filter, changes) => {
          const text = `${filter === 'author' ? `authorId=${admin.userId}` : filter}&limit=${limit}`;
          const quizzes = await Promise.all(Array.from({ length: 15 }, (_, number) => create(`Quiz ${number}`)));
          // Some were created at the same time.
          await query(service.databaseUrl, `UPDATE quizzes SET created_at = date_trunc('second', created_at)`);
          const stays = new Set(quizzes.map(({ id }) => id));
          const later: string[] = [];
          const pending = [...changes];
          const parts = await readAll(text, async () => {
            for (const { isCreated, at } of pending.splice(0, 2)) {
              const id = [...stays][at % stays.size] as string;
              if (isCreated) later.push((await create('Quiz, later')).id);
              else if (at % 2 === 0) await updateQuiz(admin, id, quizBody(1, { title: `Quiz ${at}` }));
              else {
                stays.delete(id);
                await deleteQuiz(admin, id);
              }
            }
          });
          const seen = parts.flatMap((part) => part.quizzes.map(({ id }) => id));
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen).toEqual(expect.arrayContaining([...stays]));
          expect(seen.filter((id) => later.includes(id))).toEqual([]);
          // The order is that of the pages.
          const left = new Set([...stays, ...later]);
          const now = (await read('limit=100')).quizzes.map(({ id }) => id);
          expect(seen.filter((id) => left.has(id))).toEqual(now.filter((id) => stays.has(id)));
          for (const id of left) await deleteQuiz(admin, id);
        },
      ),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('the list of attempts by cursor', () => {
  it('visits each attempt exactly once: all of them for administrators, their own for others', async () => {
    const quiz = await createQuiz(admin, quizBody(1, { maxAttempts: 100 }));
    const [one, two] = (await createPlayers(service, 2)) as [Player, Player];
    const body = { answers: [], totalTimeMs: 1 };
    const params = { path: { id: quiz.id } };
    const submit = async ({ api }: Player) =>
      (await api.POST('/quizzes/{id}/attempts', { params, body })).data?.attemptId ?? '';
    const expected: Record<string, string[]> = { [one.userId]: [], [two.userId]: [] };
    for (let turn = 0; turn < 9; turn++) {
      const player = turn % 3 === 0 ? two : one;
      expected[player.userId]?.unshift(await submit(player));
    }
    const readAttempts = async (api: Api, parameters: { limit: number; cursor: string; userId?: string }) =>
      (await api.GET('/quizzes/{id}/attempts', { params: { ...params, query: parameters } })).data;
    const all = async ({ api }: Player, userId?: string) => {
      const seen: string[] = [];
      for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
        const part = await readAttempts(api, { limit: 2, cursor, ...(userId !== undefined && { userId }) });
        seen.push(...(part?.attempts.map(({ attemptId }) => attemptId) ?? []));
        cursor = part?.nextCursor;
        expect(cursor).not.toBeUndefined();
      }
      return seen;
    };
    const pages = await admin.api.GET('/quizzes/{id}/attempts', { params: { ...params, query: { limit: 100 } } });
    expect(pages.data).not.toHaveProperty('nextCursor');
    expect(await all(admin)).toEqual(pages.data?.attempts.map(({ attemptId }) => attemptId));
    expect(await all(admin, two.userId)).toEqual(expected[two.userId]);
    expect(await all(one)).toEqual(expected[one.userId]);
    expect(await all(one, two.userId)).toEqual([]);
    const { data } = await one.api.GET('/quizzes/{id}/attempts', {
      params: { ...params, query: { limit: 2, cursor: '' } },
    });
    expect(data?.pagination).toEqual({ page: 1, limit: 2, total: 6, totalPages: 3 });
    const both = await one.api.GET('/quizzes/{id}/attempts', { params: { ...params, query: { page: 1, cursor: '' } } });
    expect([both.response.status, both.error]).toEqual([400, { error: 'cursor: must not be given with page' }]);
  });
});
