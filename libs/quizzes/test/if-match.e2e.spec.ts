import {
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
} from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;
let admin: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
});

/** The parameters of a write, with If-Match where that is given. */
const paramsOf = (id: string, ifMatch?: string) => ({
  path: { id },
  header: ifMatch === undefined ? {} : { 'If-Match': ifMatch },
});

async function put(id: string, body: QuizBody, ifMatch?: string) {
  const { data, error, response } = await admin.api.PUT('/quizzes/{id}', {
    params: paramsOf(id, ifMatch),
    body,
  });
  return { status: response.status, quiz: data, error: error?.error, etag: response.headers.get('etag') };
}

/** The quiz and its strong tag: a compressed response would have a weak one. */
async function read(id: string): Promise<{ quiz: Quiz | undefined; etag: string }> {
  const { data, response } = await admin.api.GET('/quizzes/{id}', {
    params: { path: { id } },
    headers: { 'accept-encoding': 'identity' },
  });
  return { quiz: data, etag: response.headers.get('etag') ?? '' };
}

const CHANGED = { status: 412, error: 'Quiz has been changed since it was read' };

const writes: [string, (id: string, ifMatch?: string) => Promise<{ status: number; error: string | undefined }>][] = [
  ['an update', (id, ifMatch) => put(id, quizBody(), ifMatch)],
  [
    'a deletion',
    async (id, ifMatch) => {
      const { response, error } = await admin.api.DELETE('/quizzes/{id}', { params: paramsOf(id, ifMatch) });
      return { status: response.status, error: error?.error };
    },
  ],
];

describe.each(writes)('If-Match of %s', (_, write) => {
  it.each<[string, (etag: string) => string]>([
    ['is the tag', (etag) => etag],
    ['is the tag that a proxy weakened', (etag) => `W/${etag}`],
    ['is a list with the tag', (etag) => `"other", ${etag}`],
    ['is a list with the weakened tag', (etag) => `W/"a,b",W/${etag} , "c"`],
    ['is *', () => '*'],
  ])('matches if it %s', async (__, header) => {
    const { id } = await createQuiz(admin);
    expect(await write(id, header((await read(id)).etag))).toMatchObject({ status: 200 });
  });

  it.each<[string, (etag: string) => string]>([
    ['is another tag', () => '"other"'],
    ['is a list of others', (etag) => `"other", W/"1", "1", "x${etag.slice(1)}`],
    ['is only a part of the tag', (etag) => `"${etag.slice(2)}`],
  ])('does not match if it %s', async (__, header) => {
    const { id } = await createQuiz(admin);
    const before = await read(id);
    expect(await write(id, header(before.etag))).toMatchObject(CHANGED);
    expect(await read(id)).toEqual(before);
  });

  it.each<[string, (etag: string) => string]>([
    ['has no quotation marks', (etag) => etag.replaceAll('"', '')],
    ['is nonsense', () => 'nonsense'],
  ])('is invalid if it %s', async (__, header) => {
    const { id } = await createQuiz(admin);
    const before = await read(id);
    expect(await write(id, header(before.etag))).toMatchObject({
      status: 400,
      error: 'If-Match: must be an ETag in its quotes, such as "1-k0p3x9", a list of them, or *',
    });
    expect(await read(id)).toEqual(before);
  });

  it('does not match after an update', async () => {
    const { id } = await createQuiz(admin);
    const { etag } = await read(id);
    const { etag: current } = await put(id, quizBody(), etag);
    expect(await write(id, etag)).toMatchObject(CHANGED);
    expect((await write(id, current ?? '')).status).toBe(200);
  });

  it("compares the quiz's revision: another name of its author does not matter", async () => {
    const author = await createPlayer(service, 'admin');
    const { id } = await createQuiz(author);
    const { etag } = await read(id);
    await service.backoffice.call('PATCH', `/users/${author.userId}`, { displayName: 'Renamed' });
    expect((await read(id)).etag).not.toBe(etag);
    expect((await write(id, etag)).status).toBe(200);
  });

  it('is checked after the existence of the quiz', async () => {
    expect(await write('019b76da-a800-7000-8000-000000000001', '"other"')).toMatchObject({ status: 404 });
    expect(await write('none', '*')).toMatchObject({ status: 404 });
  });
});

it('If-Match: of concurrent updates of the same revision, one succeeds', async () => {
  const { id } = await createQuiz(admin);
  const { etag } = await read(id);
  const titles = Array.from({ length: 8 }, (_, index) => `Title ${index}`);
  const answers = await Promise.all(titles.map((title) => put(id, quizBody(1, { title }), etag)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
  const { quiz } = await read(id);
  expect(quiz).toEqual(answers.find(({ status }) => status === 200)?.quiz);
});
