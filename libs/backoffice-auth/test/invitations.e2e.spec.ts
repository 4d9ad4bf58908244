import { sql, UnitOfWork } from '#libs/database';
import { untilLocked } from '../../../test/support/activity.js';
import { enrol } from '../../../test/support/authenticator.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { noteSecret } from '../../../test/support/run-log.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

const PASSWORD = 'quarrelling flamingos at dusk';
const OTHER_PASSWORD = 'hesitant walruses before dawn';
const DAY_MS = 24 * 3_600_000;
const NOT_FOUND = [404, { error: 'Invitation not found' }];
const NOT_FOR_BACKOFFICE = [409, { error: 'Only active administrators and editors can be invited' }];
const USED = [409, { error: 'Invitation has been used' }];

let service: Service;
let other: Service;

beforeAll(async () => {
  [service, other] = await startTwoServices({ TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(async () => {
  await other.close();
  await service.close();
});

interface Person {
  id: string;
  email: string;
}

let people = 0;

async function create(role = 'editor', more: object = {}): Promise<Person> {
  const email = `person${++people}@example.com`;
  const body = { email, displayName: 'Ada', role, ...more };
  return service.backoffice.call<Person>('POST', '/users', body);
}

async function invite({ id }: Person): Promise<{ token: string; expiresAt: string }> {
  const invitation = await service.backoffice.call<{ token: string; expiresAt: string }>(
    'PUT',
    `/users/${id}/invitation`,
  );
  noteSecret(invitation.token);
  return invitation;
}

async function answerOf(request: Promise<Response>): Promise<[number, unknown]> {
  const response = await request;
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

/** A request of a person who has no session. @param address where they are */
const ask = (path: string, body: object, at = service, address = `203.0.113.${people}`) =>
  answerOf(
    fetch(`${at.url}/admin/api/invitations/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    }),
  );

const accept = (token: string, password = PASSWORD, at = service) => ask('acceptance', { token, password }, at);

const execute = (text: string, ...values: unknown[]) => query(service.databaseUrl, text, values);

const signIn = ({ email }: Person, password = PASSWORD) => Backoffice.signIn(service.url, { email, password });

async function listOpen(query = ''): Promise<{ userId: string }[]> {
  const { invitations } = await service.backoffice.call<{ invitations: { userId: string }[] }>(
    'GET',
    `/invitations${query}`,
  );
  return invitations;
}

describe('an invitation', () => {
  it.each(['admin', 'editor'])('of %s shows for whom it is, and sets their password', async (role) => {
    const person = await create(role);
    const { token, expiresAt } = await invite(person);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)).toBe(3);
    const { email } = person;
    expect(await ask('reading', { token })).toEqual([200, { displayName: 'Ada', email, role, expiresAt }]);
    expect(await accept(token)).toEqual([204, undefined]);
    const session = await signIn(person);
    expect(await session.call('GET', '/session')).toMatchObject({ user: { role } });
  });

  it('is listed while it is open, without its token', async () => {
    const person = await create();
    const { token, expiresAt } = await invite(person);
    const listed = (await listOpen()).find(({ userId }) => userId === person.id);
    expect(listed).toEqual({
      userId: person.id,
      displayName: 'Ada',
      createdBy: service.backoffice.userId,
      createdByName: 'Administrator',
      createdAt: expect.any(String) as string,
      expiresAt,
    });
    await accept(token);
    expect((await listOpen()).map(({ userId }) => userId)).not.toContain(person.id);
  });

  it('says that who invited was erased', async () => {
    const inviter = await create('admin', { password: PASSWORD });
    const invited = await create();
    const theirs = await signIn(inviter);
    noteSecret((await theirs.call<{ token: string }>('PUT', `/users/${invited.id}/invitation`)).token);
    await service.backoffice.call('POST', `/users/${inviter.id}/erasure`, { way: 'remove', reason: 'Has left' });
    const [listed] = await listOpen(`?userId=${invited.id}`);
    expect(listed).toMatchObject({ displayName: 'Ada', createdByName: 'Deleted user', userErased: true });
  });

  it('is listed for its user alone', async () => {
    const [one, other] = [await create(), await create()];
    await Promise.all([invite(one), invite(other)]);
    const idsOf = async ({ id }: Person) => (await listOpen(`?userId=${id}`)).map(({ userId }) => userId);
    expect([await idsOf(one), await idsOf(other)]).toEqual([[one.id], [other.id]]);
    expect(await idsOf(await create())).toEqual([]);
  });

  it('is stored as a hash only', async () => {
    const { token } = await invite(await create());
    const rows = await execute('SELECT invitations::text AS row FROM invitations');
    const entries = await execute('SELECT audit_entries::text AS row FROM audit_entries');
    expect(JSON.stringify([...rows, ...entries])).not.toContain(token);
  });

  it('is used once', async () => {
    const person = await create();
    const { token } = await invite(person);
    await accept(token);
    expect(await ask('reading', { token })).toEqual(USED);
    expect(await accept(token, OTHER_PASSWORD)).toEqual(USED);
    await signIn(person);
  });

  it('sets one password if it is accepted several times at two instances concurrently', async () => {
    const person = await create();
    const { token } = await invite(person);
    const passwords = Array.from({ length: 6 }, (_, index) => `${PASSWORD} ${index}`);
    const answers = await Promise.all(
      passwords.map((password, index) => accept(token, password, index % 2 === 0 ? service : other)),
    );
    const accepted = passwords.filter((_, index) => answers[index]?.[0] === 204);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(([status]) => status !== 204)).toEqual(Array(5).fill(USED));
    await signIn(person, accepted[0]);
    const entries = await execute(
      `SELECT FROM audit_entries WHERE action = 'invitation.accepted' AND subject_id = $1`,
      person.id,
    );
    expect(entries).toHaveLength(1);
  });

  it('expires', async () => {
    const person = await create();
    const { token } = await invite(person);
    await execute('UPDATE invitations SET expires_at = now() WHERE user_id = $1', person.id);
    const expired = [409, { error: 'Invitation has expired' }];
    expect(await ask('reading', { token })).toEqual(expired);
    expect(await accept(token)).toEqual(expired);
    expect((await listOpen()).map(({ userId }) => userId)).not.toContain(person.id);
  });

  it.each(['', 'x', 'A'.repeat(43), 'ä'.repeat(43)])('is not found by the token %j', async (token) => {
    const expected = token === '' ? [400, { error: 'token: must have 1 to 100 characters' }] : NOT_FOUND;
    expect(await ask('reading', { token })).toEqual(expected);
    expect(await accept(token)).toEqual(expected);
  });

  it('can be revoked, with an entry in the audit log', async () => {
    const person = await create();
    const { token } = await invite(person);
    await service.backoffice.call('DELETE', `/users/${person.id}/invitation`);
    expect(await accept(token)).toEqual(NOT_FOUND);
    const again = answerOf(service.backoffice.request('DELETE', `/users/${person.id}/invitation`));
    expect(await again).toEqual(NOT_FOUND);
    const entries = await execute(
      `SELECT action, actor_id FROM audit_entries WHERE subject_id = $1 AND action LIKE 'invitation.%' ORDER BY id`,
      person.id,
    );
    const actor = service.backoffice.userId;
    expect(entries).toEqual([
      { action: 'invitation.created', actor_id: actor },
      { action: 'invitation.revoked', actor_id: actor },
    ]);
  });

  it('is void once there is another one', async () => {
    const person = await create();
    const [first, second] = [await invite(person), await invite(person)];
    expect(await accept(first.token)).toEqual(NOT_FOUND);
    expect(await accept(second.token)).toEqual([204, undefined]);
  });

  it.each([
    ['PATCH', '', { role: 'player' }],
    ['PATCH', '', { role: 'admin' }],
    ['PATCH', '', { suspended: true }],
    ['PUT', '/password', { password: OTHER_PASSWORD }],
  ])('is void after %s %s %j', async (method, path, body) => {
    const person = await create();
    const { token } = await invite(person);
    await service.backoffice.call(method, `/users/${person.id}${path}`, body);
    expect(await accept(token)).toEqual(NOT_FOUND);
    expect((await listOpen()).map(({ userId }) => userId)).not.toContain(person.id);
  });

  it('accepts no weak password, and stays open then', async () => {
    const { token } = await invite(await create());
    const [status, body] = await accept(token, 'passwordpassword');
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('password: ')]);
    expect((await accept(token))[0]).toBe(204);
  });

  it('replaces a password, ends the sessions, and leaves the second factor', async () => {
    const person = await create('admin', { password: OTHER_PASSWORD });
    const before = await signIn(person, OTHER_PASSWORD);
    await enrol(before, OTHER_PASSWORD);
    const { token } = await invite(person);
    expect((await before.request('GET', '/session')).status).toBe(200);
    expect((await accept(token))[0]).toBe(204);
    expect((await before.request('GET', '/session')).status).toBe(401);
    await expect(signIn(person)).rejects.toThrow('Second factor required');
    await expect(signIn(person, OTHER_PASSWORD)).rejects.toThrow('Invalid email or password');
  });

  it.each(['player', 'viewer', 'application'])('is not for a %s', async (role) => {
    const { id } = await create(role);
    const answer = await answerOf(service.backoffice.request('PUT', `/users/${id}/invitation`));
    expect(answer).toEqual(NOT_FOR_BACKOFFICE);
  });

  it('is not for an editor who is suspended', async () => {
    const { id } = await create();
    await service.backoffice.call('PATCH', `/users/${id}`, { suspended: true });
    expect(await answerOf(service.backoffice.request('PUT', `/users/${id}/invitation`))).toEqual(NOT_FOR_BACKOFFICE);
  });

  it('is not for an editor who is suspended in the meantime', async () => {
    const { id } = await create();
    const { answer } = await service.app.get(UnitOfWork).run(async (transaction) => {
      await transaction.query(sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [`sessions of user:${id}`]);
      const answer = answerOf(service.backoffice.request('PUT', `/users/${id}/invitation`));
      await untilLocked(service.databaseUrl);
      await transaction.query(sql('UPDATE users SET suspended = true WHERE id = $1'), [id]);
      return { answer };
    });
    expect(await answer).toEqual(NOT_FOR_BACKOFFICE);
  });

  it('is not for oneself', async () => {
    const { userId } = service.backoffice;
    expect((await service.backoffice.request('PUT', `/users/${userId}/invitation`)).status).toBe(409);
  });

  it('wrong tokens are limited like wrong passwords, and no others', async () => {
    const { token } = await invite(await create());
    const address = '198.51.100.7';
    const guess = async (wrong: number, at = service) =>
      (await ask('reading', { token: String(wrong).padStart(43, 'A') }, at, address))[0];
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) statuses.push(await guess(0));
    expect(statuses).toEqual([...Array<number>(10).fill(404), 429]);
    expect(await guess(0, other)).toBe(429);
    expect((await ask('reading', { token }, service, address))[0]).toBe(200);
    for (let wrong = 1; wrong <= 40; wrong++) expect(await guess(wrong)).toBe(404);
    expect(await guess(41)).toBe(429);
    expect((await ask('reading', { token }, other, address))[0]).toBe(429);
    expect((await ask('reading', { token }, service, '198.51.100.8'))[0]).toBe(200);
  });
});
