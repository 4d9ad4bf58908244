// Editors use the backoffice for quizzes and results. `rights.ts` of each module has the routes that admit them.
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { attemptAt, createPlayer, type Player, type Quiz, quizBody } from '../../../test/support/factories.js';
import { submitAccepted } from '../../../test/support/attempts.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { type Service, startService } from '../../../test/support/service.js';

const PASSWORD = 'quarrelling flamingos at dusk';

let service: Service;
let editor: Backoffice;

beforeAll(async () => {
  service = await startService();
  editor = await signInAs('editor');
});

afterAll(() => service.close());

let people = 0;

/** The session of a new user. */
async function signInAs(role: string): Promise<Backoffice> {
  const credentials = { email: `person${++people}@example.com`, password: PASSWORD };
  await service.backoffice.call('POST', '/users', { ...credentials, displayName: 'Person', role });
  return Backoffice.signIn(service.url, credentials);
}

async function answerOf(request: Promise<Response>): Promise<[number, unknown]> {
  const response = await request;
  return [response.status, await response.json()];
}

const setRole = ({ userId }: Backoffice, role: string) =>
  service.backoffice.call('PATCH', `/users/${userId}`, { role });

const FORBIDDEN = [403, { error: 'Insufficient permissions' }];

it('an editor creates, changes and deletes quizzes, and the audit log names them', async () => {
  const quiz = await editor.call<Quiz>('POST', '/quizzes', quizBody());
  await editor.call('PUT', `/quizzes/${quiz.id}`, quizBody(2));
  await editor.call('DELETE', `/quizzes/${quiz.id}`);
  const { entries } = await service.backoffice.call<{ entries: { action: string; actorId: string }[] }>(
    'GET',
    `/audit?subjectKind=quiz&subjectId=${quiz.id}`,
  );
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual(
    ['quiz.deleted', 'quiz.changed', 'quiz.created'].map((action) => [action, editor.userId]),
  );
});

describe('the results of a quiz', () => {
  let quiz: Quiz;
  let player: Player;

  beforeAll(async () => {
    player = await createPlayer(service);
    quiz = await editor.call<Quiz>('POST', '/quizzes', quizBody());
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    const learner = await registerPlayer(service, await createApplication(service), 'learner@school', 'Learner');
    await submitAccepted(learner, quiz.id, attemptAt(quiz, 2));
  });

  it.each(['attempts', 'answer-grid'])(
    '%s: files have the names of users for editors, but no emails and external ids',
    async (list) => {
      const read = async (backoffice: Backoffice) =>
        (await backoffice.request('GET', `/quizzes/${quiz.id}/${list}/export`)).text();
      const email = `${player.displayName.replace(' ', '').toLowerCase()}@example.com`;
      expect(await read(service.backoffice)).toContain(email);
      const text = await read(editor);
      expect(text).toContain(player.displayName);
      expect(text).toContain(',Email,');
      expect(text).not.toContain('@');
    },
  );

  it.each(['attempts', 'answer-grid', 'leaderboard', 'statistics', 'regrades', 'starts', 'grants'])(
    '%s: has no email',
    async (list) => {
      const [status, body] = await answerOf(editor.request('GET', `/quizzes/${quiz.id}/${list}`));
      expect([status, JSON.stringify(body).includes('@')]).toEqual([200, false]);
    },
  );
});

it('an unknown path is not found by editors either', async () => {
  expect(await answerOf(editor.request('GET', '/nothing'))).toEqual([404, { error: 'Not found' }]);
});

it('an editor who becomes an administrator is signed out, and signs in again with more rights', async () => {
  const session = await signInAs('editor');
  const { user } = await session.call<{ user: { email: string } }>('GET', '/session');
  expect(await answerOf(session.request('GET', '/users'))).toEqual(FORBIDDEN);
  await setRole(session, 'admin');
  expect((await session.request('GET', '/session')).status).toBe(401);
  const again = await Backoffice.signIn(service.url, { email: user.email, password: PASSWORD });
  expect((await again.request('GET', '/users')).status).toBe(200);
});

it('an administrator who becomes an editor is signed out, and signs in again with fewer rights', async () => {
  const session = await signInAs('admin');
  const { user } = await session.call<{ user: { email: string } }>('GET', '/session');
  await setRole(session, 'editor');
  expect((await session.request('GET', '/session')).status).toBe(401);
  const again = await Backoffice.signIn(service.url, { email: user.email, password: PASSWORD });
  expect(await answerOf(again.request('GET', '/keys'))).toEqual(FORBIDDEN);
  expect((await again.request('GET', '/quizzes')).status).toBe(200);
});

it.each([{ role: 'player' }, { suspended: true }])('%j ends the sessions of an editor', async (change) => {
  const session = await signInAs('editor');
  await service.backoffice.call('PATCH', `/users/${session.userId}`, change);
  expect((await session.request('GET', '/session')).status).toBe(401);
});

it('a key of an editor has the scopes of a player', async () => {
  const { api } = await createPlayer(service, 'editor');
  const { data } = await api.GET('/me');
  expect(data).toMatchObject({ role: 'editor', scopes: await service.backoffice.scopesOf('player') });
});

it('a last administrator among editors cannot become one', async () => {
  const admin = await signInAs('admin');
  await query(service.databaseUrl, `UPDATE users SET role = 'editor' WHERE id <> $1`, [admin.userId]);
  const last = await answerOf(admin.request('PATCH', `/users/${admin.userId}`, { role: 'editor' }));
  expect(last).toEqual([409, { error: 'The last administrator cannot be removed' }]);
});
