import { parse } from 'csv-parse/sync';
import { submitAccepted } from '../../../test/support/attempts.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { type Service, startService } from '../../../test/support/service.js';

interface Result {
  quizId: string;
  attemptId: string;
  percentage: number;
  passed: boolean;
  totalTimeMs: number;
}

interface Gradebook {
  quizzes: { quizId: string; title: string }[];
  hasMoreQuizzes: boolean;
  users: { userId: string; displayName: string; email: string | null; externalId: string | null; results: Result[] }[];
  pagination: { page: number; total: number; totalPages: number };
}

let service: Service;
let admin: Player;
let capitals: Quiz;
let rivers: Quiz;
let zoe: Player;
let ada: Player;

const change = (player: Player, changes: object) =>
  service.backoffice.call('PATCH', `/users/${player.userId}`, changes);

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  [zoe, ada] = [await createPlayer(service), await createPlayer(service)];
  await change(zoe, { displayName: 'Zoë', tags: ['7b'] });
  await change(ada, { displayName: 'ada', tags: ['7B'] });
  capitals = await createQuiz(admin, quizBody(4, { title: 'Capitals', tags: ['Geography'] }));
  rivers = await createQuiz(admin, quizBody(4, { title: 'Rivers' }));
  await submitAccepted(ada, capitals.id, attemptAt(capitals, 1, 90_000));
  await submitAccepted(ada, capitals.id, attemptAt(capitals, 4, 60_500));
  await submitAccepted(ada, capitals.id, attemptAt(capitals, 2, 30_000));
  await submitAccepted(zoe, rivers.id, attemptAt(rivers, 3, 1_000));
});

afterAll(() => service.close());

const read = (parameters = '') => service.backoffice.call<Gradebook>('GET', `/gradebook?${parameters}`);

async function exported(parameters = ''): Promise<string[][]> {
  const response = await service.backoffice.request('GET', `/gradebook/export?${parameters}`);
  expect(response.status).toBe(200);
  return parse(await response.text(), { bom: true });
}

/** `ada: Capitals 100` */
const scores = ({ users, quizzes }: Gradebook) =>
  users.map(({ displayName, results }) => {
    const titles = new Map(quizzes.map(({ quizId, title }) => [quizId, title]));
    return [displayName, ...results.map(({ quizId, percentage }) => `${titles.get(quizId)} ${percentage}`)].join(': ');
  });

describe('GET /gradebook', () => {
  it('has the users of a class by name, with their best results at all quizzes, the newest first', async () => {
    const gradebook = await read('tag=7b');
    expect(gradebook).toMatchObject({
      quizzes: [
        { quizId: rivers.id, title: 'Rivers' },
        { quizId: capitals.id, title: 'Capitals' },
      ],
      hasMoreQuizzes: false,
      pagination: { page: 1, total: 2, totalPages: 1 },
    });
    expect(scores(gradebook)).toEqual(['ada: Capitals 100', 'Zoë: Rivers 75']);
    expect(gradebook.users[0]).toMatchObject({
      userId: ada.userId,
      email: expect.stringContaining('@example.com') as string,
      results: [{ quizId: capitals.id, passed: true, totalTimeMs: 60_500 }],
    });
  });

  it.each([
    ['first', 25],
    ['last', 50],
    ['best', 100],
  ])('has the %s attempt of each user', async (attempts, percentage) => {
    expect(scores(await read(`tag=7b&attempts=${attempts}`))[0]).toBe(`ada: Capitals ${percentage}`);
  });

  it('has the chosen quizzes, or those with a tag', async () => {
    expect(scores(await read(`tag=7b&quizIds=${rivers.id}`))).toEqual(['ada', 'Zoë: Rivers 75']);
    expect(scores(await read('tag=7b&quizTag=GEOGRAPHY'))).toEqual(['ada: Capitals 100', 'Zoë']);
    expect(scores(await read(`tag=7b&quizTag=geography&quizIds=${rivers.id}`))).toEqual(['ada', 'Zoë']);
    expect((await read(`quizIds=${admin.userId}`)).quizzes).toEqual([]);
  });

  it('has the players of an application, told apart by their external ids, or the users of a role', async () => {
    const [application, another] = await Promise.all([createApplication(service), createApplication(service)]);
    const learners = [];
    for (const externalId of ['learner-1', 'learner-2'])
      learners.push(await registerPlayer(service, application, externalId, 'Ada'));
    await registerPlayer(service, another, 'learner-1', 'Ada');
    await submitAccepted(learners[1] as Player, rivers.id, attemptAt(rivers, 2));
    const ofApplication = `applicationId=${application.userId}`;
    const { users, pagination } = await read(ofApplication);
    expect(pagination.total).toBe(2);
    expect(users.map(({ email, externalId, results }) => [email, externalId, results.length])).toEqual([
      [null, 'learner-1', 0],
      [null, 'learner-2', 1],
    ]);
    const [, ...rows] = await exported(ofApplication);
    expect(rows.map(([name, email, externalId]) => [name, email, externalId])).toEqual([
      ['Ada', '', 'learner-1'],
      ['Ada', '', 'learner-2'],
    ]);
    expect(scores(await read(`${ofApplication}&role=admin`))).toEqual([]);
    expect((await read('role=application')).users.map(({ userId }) => userId).sort()).toEqual(
      [application.userId, another.userId].sort(),
    );
    expect(scores(await read('tag=7b&role=player'))).toEqual(['ada: Capitals 100', 'Zoë: Rivers 75']);
  });

  it('has the attempts of a range of time', async () => {
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(scores(await read(`tag=7b&from=${later}`))).toEqual(['ada', 'Zoë']);
    expect(scores(await read(`tag=7b&to=${later}`))).toEqual(['ada: Capitals 100', 'Zoë: Rivers 75']);
  });

  it('leaves out voided attempts and suspended users', async () => {
    const best = (await read('tag=7b')).users[0]?.results[0]?.attemptId;
    const path = `/quizzes/${capitals.id}/attempts/${best}/void`;
    await service.backoffice.call('PUT', path, { reason: 'Copied' });
    await change(zoe, { suspended: true });
    const gradebook = await read('tag=7b');
    expect([scores(gradebook), gradebook.pagination.total]).toEqual([['ada: Capitals 50'], 1]);
    await change(zoe, { suspended: false });
    await service.backoffice.call('DELETE', path);
    expect(scores(await read('tag=7b'))).toEqual(['ada: Capitals 100', 'Zoë: Rivers 75']);
  });

  it('has pages of all users, each user once', async () => {
    const { total } = (await read()).pagination;
    const ids: string[] = [];
    for (let page = 1; page <= total; page++) ids.push((await read(`limit=1&page=${page}`)).users[0]?.userId ?? '');
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect(await read(`limit=1&page=${total + 1}`)).toMatchObject({ users: [] });
  });

  it.each([
    ['attempts: must be one of best, first, last', 'attempts=worst'],
    ['quizIds: must be 1 to 50 ids (UUIDs in lower case), separated by commas', 'quizIds=1'],
    ['from: must be an ISO 8601 timestamp', 'from=yesterday'],
    ['tag: must have 1 to 50 characters', 'tag='],
    ['role: must be one of admin, editor, application, player, viewer', 'role=pupil'],
  ])('is rejected: %s', async (error, parameters) => {
    const response = await service.backoffice.request('GET', `/gradebook?${parameters}`);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });
});

describe('an editor', () => {
  it('sees results without emails and external ids', async () => {
    const credentials = { email: 'editor@example.com', password: 'quarrelling flamingos at dusk' };
    await service.backoffice.call('POST', '/users', { ...credentials, displayName: 'Edith', role: 'editor' });
    const editor = await Backoffice.signIn(service.url, credentials);
    const gradebook = await editor.call<Gradebook>('GET', '/gradebook?tag=7b');
    expect(scores(gradebook)).toEqual(['ada: Capitals 100', 'Zoë: Rivers 75']);
    expect(gradebook.users.map(({ email }) => email)).toEqual([null, null]);
    const file = await (await editor.request('GET', '/gradebook/export?tag=7b')).text();
    expect(file).toContain('ada,,,');
    expect(file).not.toContain('@');
    const application = await createApplication(service);
    await registerPlayer(service, application, 'learner-3', 'Lin');
    const ofApplication = `applicationId=${application.userId}`;
    const { users } = await editor.call<Gradebook>('GET', `/gradebook?${ofApplication}`);
    expect(users.map(({ displayName, externalId }) => [displayName, externalId])).toEqual([['Lin', null]]);
    expect(await (await editor.request('GET', `/gradebook/export?${ofApplication}`)).text()).not.toContain('learner-3');
  });
});

describe('GET /gradebook/export', () => {
  it('has names and emails first, and times in minutes', async () => {
    const email = (await read('tag=7b')).users.map((user) => user.email ?? '');
    expect(await exported('tag=7b')).toEqual([
      [
        'Name',
        'Email',
        'External id',
        'User',
        ...['Rivers', 'Capitals'].flatMap((title, index) =>
          ['%', 'passed', 'minutes'].map((column) => `${index + 1}. ${title} (${column})`),
        ),
      ],
      ['ada', email[0], '', ada.userId, '', '', '', '100', 'yes', '1.01'],
      ['Zoë', email[1], '', zoe.userId, '75', 'yes', '0.02', '', '', ''],
    ]);
  });

  it('has all users in the order of the pages, read in batches', async () => {
    await query(
      service.databaseUrl,
      `INSERT INTO users (id, email, display_name, role, tags, tag_keys)
       SELECT gen_random_uuid(), number || '@many.example', 'Same name ' || number % 3, 'player', '{Many}', '{many}'
       FROM generate_series(1, 1200) AS number`,
    );
    const [, ...rows] = await exported('tag=many');
    expect([rows.length, new Set(rows.map(([, , , id]) => id)).size]).toEqual([1200, 1200]);
    const { users } = await read('tag=many&limit=100&page=12');
    expect(rows.slice(1100).map(([, , , id]) => id)).toEqual(users.map(({ userId }) => userId));
  });
});

it('a page has the newest 50 quizzes and says that there are more, and the file has all up to 5,000', async () => {
  const addQuizzes = (count: number) =>
    query(
      service.databaseUrl,
      `INSERT INTO quizzes
       SELECT (jsonb_populate_record(quizzes, jsonb_build_object('id', gen_random_uuid(), 'created_at', now()))).*
       FROM quizzes, generate_series(1, $2) WHERE id = $1`,
      [capitals.id, count],
    );
  await addQuizzes(49);
  const { quizzes, hasMoreQuizzes } = await read('tag=7b');
  expect([quizzes.length, hasMoreQuizzes]).toEqual([50, true]);
  expect(quizzes.map(({ quizId }) => quizId)).not.toContain(capitals.id);
  const [header = [], row] = await exported('tag=7b');
  expect(header.slice(-3)).toEqual(['51. Capitals (%)', '51. Capitals (passed)', '51. Capitals (minutes)']);
  expect(row?.slice(-3)).toEqual(['100', 'yes', '1.01']);
  await addQuizzes(4_949);
  expect(await exported('tag=7b')).toMatchObject([{ length: 4 + 3 * 5_000 }, {}, {}]);
  await createQuiz(admin, quizBody(1));
  const response = await service.backoffice.request('GET', '/gradebook/export?tag=7b');
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'quizTag: must choose at most 5,000 quizzes' },
  ]);
});
