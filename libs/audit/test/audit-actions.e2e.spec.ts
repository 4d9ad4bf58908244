import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { quizBody } from '../../../test/support/factories.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

const EMAIL = 'ada@example.com';
const PASSWORDS = ['the first password of Ada', 'the second password of Ada', 'the third password of Ada'] as const;

let service: Service;
let administrator: Backoffice;
let ada: Backoffice;
let key: { id: string; key: string };

/** Everything that can be done in the backoffice, once. */
beforeAll(async () => {
  service = await startService();
  administrator = service.backoffice;
  const user = { email: EMAIL, displayName: 'Ada', role: 'admin', password: PASSWORDS[0] };
  const { id } = await administrator.call<{ id: string }>('POST', '/users', user);
  ada = await Backoffice.signIn(service.url, { email: EMAIL, password: PASSWORDS[0] });
  const passwords = { currentPassword: PASSWORDS[0], newPassword: PASSWORDS[1] };
  await ada.call('PUT', '/session/password', passwords);
  key = await ada.call('POST', '/keys', { name: 'Key', userId: administrator.userId });
  await administrator.call('PATCH', `/users/${id}`, { displayName: 'Ada L.', role: 'admin', suspended: false });
  await ada.call('DELETE', `/keys/${key.id}`);
  const quiz = await ada.call<{ id: string }>('POST', '/quizzes', quizBody());
  await ada.call('PUT', `/quizzes/${quiz.id}`, quizBody(2, { title: 'Rivers' }));
  await ada.call('DELETE', `/quizzes/${quiz.id}`);
  const again = await Backoffice.signIn(service.url, { email: EMAIL, password: PASSWORDS[1] });
  await again.call('DELETE', '/session');
  await ada.call('DELETE', '/sessions');
  await administrator.call('PUT', `/users/${id}/password`, { password: PASSWORDS[2] });
});

afterAll(() => service.close());

interface Entry {
  actorId: string | null;
  actorName: string;
  keyId: string | null;
  address: string | null;
  action: string;
  subject: { kind: string; id: string; name: string };
  details: object;
}

/** Oldest first. */
async function entries(filter = ''): Promise<Entry[]> {
  const { entries: newest } = await administrator.call<{ entries: Entry[] }>('GET', `/audit?limit=100${filter}`);
  return newest.reverse();
}

it('the audit log: names action, actor and subject of every change', async () => {
  const recorded = (await entries()).map(({ actorName, action, subject, details }) => [
    `${actorName}: ${action} ${subject.kind} ${subject.name}`,
    details,
  ]);
  const owner = { owner: 'Administrator', ownerId: administrator.userId };
  expect(recorded).toEqual([
    ['Service: user.created user Administrator', { email: ADMINISTRATOR.email, role: 'admin' }],
    ['Administrator: session.began user Administrator', { method: 'password' }],
    ['Administrator: user.created user Ada', { email: EMAIL, role: 'admin' }],
    ['Ada: session.began user Ada', { method: 'password' }],
    ['Ada: password.changed user Ada', {}],
    ['Ada: key.created key Key', { ...owner, expiresAt: null }],
    ['Administrator: user.changed user Ada L.', { displayName: { from: 'Ada', to: 'Ada L.' } }],
    ['Ada L.: key.deleted key Key', owner],
    ['Ada L.: quiz.created quiz Capitals', {}],
    [
      'Ada L.: quiz.changed quiz Rivers',
      expect.objectContaining({ revision: 2, title: { from: 'Capitals', to: 'Rivers' } }),
    ],
    ['Ada L.: quiz.deleted quiz Rivers', { attempts: 0 }],
    ['Ada L.: session.began user Ada L.', { method: 'password' }],
    ['Ada L.: session.ended user Ada L.', {}],
    ['Ada L.: sessions.ended user Ada L.', {}],
    ['Administrator: password.set user Ada L.', {}],
  ]);
});

it('the audit log: contains the address of the client and, outside the backoffice, the API key', async () => {
  const places = (await entries()).map(({ keyId, address }) => [keyId, address]);
  expect(places).toEqual([[null, null], ...places.slice(1).map(() => [null, '127.0.0.1'])]);
});

it('the audit log: contains the ids of subjects and actors', async () => {
  const ofKey = await entries(`&subjectKind=key&subjectId=${key.id}`);
  expect(ofKey.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['key.created', ada.userId],
    ['key.deleted', ada.userId],
  ]);
  const ofAda = await entries(`&subjectId=${ada.userId}&actorId=${administrator.userId}`);
  expect(ofAda.map(({ action }) => action)).toEqual(['user.created', 'user.changed', 'password.set']);
});

/** All that a table contains. */
async function textOf(table: string): Promise<string> {
  const rows = await query<{ text: string }>(service.databaseUrl, `SELECT ${table}::text AS text FROM ${table}`);
  return rows.map(({ text }) => text).join('\n');
}

it('the audit log: names users by their ids alone', async () => {
  const stored = await textOf('audit_entries');
  expect(stored).toContain(ada.userId);
  expect(['Ada', 'Administrator', '@example.com', '127.0.0.1'].filter((text) => stored.includes(text))).toEqual([]);
});

it('the audit log: contains no password, key or token, and no hash of one', async () => {
  const stored = `${await textOf('audit_entries')}\n${await textOf('audit_persons')}`;
  expect(stored).toContain(EMAIL);
  const tokens = [administrator, ada].flatMap(({ cookie, csrfToken }) => [cookie.slice('session='.length), csrfToken]);
  const secrets = [ADMINISTRATOR.password, ...PASSWORDS, key.key, key.key.slice(3), ...tokens, '$argon2'];
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
});
