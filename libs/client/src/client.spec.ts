import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { etagOf, QuizServiceClient } from './client.js';
import { QuizServiceError } from './errors.js';

const OPTIONS = { baseUrl: 'http://localhost/api', apiKey: 'qk_secret' };

it.each([
  ['a line break in the key', { apiKey: 'qk_secret\nqk_secret' }],
  ['an empty key', { apiKey: '' }],
  ['a base URL without its scheme', { baseUrl: 'localhost:3000/api' }],
  ['a base URL with a password', { baseUrl: 'http://user:qk_secret@localhost/api' }],
])('a client is not made with %s, and the error does not contain it', (_, wrong) => {
  const make = () => new QuizServiceClient({ ...OPTIONS, ...wrong });
  expect(make).toThrow(TypeError);
  expect(make).not.toThrow(/qk_secret/);
});

it('editQuiz stores nothing if it cannot know whether the quiz was changed', async () => {
  const methods: string[] = [];
  const client = new QuizServiceClient({
    ...OPTIONS,
    fetch: (request) => {
      methods.push((request as Request).method);
      return Promise.resolve(Response.json({ title: 'Capitals', questions: [] }));
    },
  });
  const edited = client.editQuiz('1', (quiz) => ({ ...quiz, title: 'Rivers' }));
  await expect(edited).rejects.toThrow(QuizServiceError);
  await expect(edited).rejects.toThrow('no ETag');
  expect(methods).toEqual(['GET']);
});

it.each(['updateQuiz', 'deleteQuiz'] as const)('%s sends nothing with the ETag of a copy', async (method) => {
  const client = new QuizServiceClient({ ...OPTIONS, fetch: () => Promise.reject(new Error('sent')) });
  const ifMatch = etagOf({ title: 'Capitals' });
  const change = { title: 'Capitals', questions: [] };
  const sending =
    method === 'updateQuiz' ? client.updateQuiz('1', change, { ifMatch }) : client.deleteQuiz('1', { ifMatch });
  await expect(sending).rejects.toThrow(TypeError);
});

it('syncAttempts continues from page to page, up to the last', async () => {
  const asked: (string | null)[] = [];
  const client = new QuizServiceClient({
    ...OPTIONS,
    fetch: (request) => {
      asked.push(new URL((request as Request).url).searchParams.get('cursor'));
      const page = asked.length;
      return Promise.resolve(Response.json({ attempts: [], nextCursor: `after-${page}`, hasMore: page < 3 }));
    },
  });
  const cursors: string[] = [];
  for await (const { nextCursor } of client.syncAttempts({ cursor: 'stored' })) cursors.push(nextCursor);
  expect(asked).toEqual(['stored', 'after-1', 'after-2']);
  expect(cursors).toEqual(['after-1', 'after-2', 'after-3']);
});

describe('withKey', () => {
  /** A service whose lists depend on the key. It answers 304 to the ETag of what the key would get. */
  function serve() {
    const requests: [path: string, key: string | null, status: number, player: string | null][] = [];
    const fetch = (input: unknown) => {
      const { url, headers } = input as Request;
      const key = headers.get('x-api-key');
      const path = url.slice(OPTIONS.baseUrl.length);
      const body = path === '/quizzes/1' ? { title: 'Capitals' } : { user: { id: key } };
      const etag = path === '/quizzes/1' ? '"1"' : `"${key}"`;
      const status = headers.get('if-none-match') === etag ? 304 : 200;
      requests.push([path, key, status, headers.get('x-player')]);
      return Promise.resolve(
        status === 304 ? new Response(null, { status, headers: { etag } }) : Response.json(body, { headers: { etag } }),
      );
    };
    return { requests, client: new QuizServiceClient({ ...OPTIONS, fetch }) };
  }

  it('shares cached quizzes, which each key asks for, and no other responses', async () => {
    const { requests, client } = serve();
    const other = client.withKey('qk_other');
    for (const one of [client, other, client]) {
      expect(await one.getQuiz('1')).toEqual({ title: 'Capitals' });
      expect((await one.getMe()).user.id).toBe(one === client ? 'qk_secret' : 'qk_other');
    }
    expect(requests.map(([path, key, status]) => [path, key, status])).toEqual([
      ['/quizzes/1', 'qk_secret', 200],
      ['/me', 'qk_secret', 200],
      ['/quizzes/1', 'qk_other', 304],
      ['/me', 'qk_other', 200],
      ['/quizzes/1', 'qk_secret', 304],
      ['/me', 'qk_secret', 304],
    ]);
  });

  it('asPlayer: shares cached quizzes between players, and no other responses', async () => {
    const { requests, client } = serve();
    for (const player of ['a', 'b', 'a']) {
      await client.asPlayer(player).getMe();
      await client.asPlayer(player).getQuiz('1');
    }
    expect(requests.map(([path, , status]) => [path, status])).toEqual([
      ['/me', 200],
      ['/quizzes/1', 200],
      ['/me', 200],
      ['/quizzes/1', 304],
      ['/me', 304],
      ['/quizzes/1', 304],
    ]);
  });

  it('asPlayer: sends the external id percent-encoded, also with another key', async () => {
    const { requests, client } = serve();
    const player = client.asPlayer('Zoë/1 %');
    await player.getMe();
    await player.withKey('qk_other').getMe();
    expect(requests.map(([, key, , sent]) => [key, sent])).toEqual([
      ['qk_secret', 'Zo%C3%AB%2F1%20%25'],
      ['qk_other', 'Zo%C3%AB%2F1%20%25'],
    ]);
  });

  it('throws an error for a key that no request can have', () => {
    expect(() => serve().client.withKey('qk_secret\n')).toThrow(TypeError);
  });

  it('shows no key when a client is printed', () => {
    expect(inspect(serve().client.withKey('qk_other'), { depth: 9 })).not.toMatch(/qk_/);
  });
});

it('the guide names each method', () => {
  const guide = readFileSync(new URL('../../../docs/api/10-first-call.md', import.meta.url), 'utf8');
  const methods = Object.getOwnPropertyNames(QuizServiceClient.prototype).filter((name) => name !== 'constructor');
  expect(methods.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
