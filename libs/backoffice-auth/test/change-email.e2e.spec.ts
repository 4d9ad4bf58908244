import { ADDRESS } from '../../../test/support/audit.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { createPlayer } from '../../../test/support/factories.js';
import { FetchBrowser } from '../../../test/support/fetch-browser.js';
import { type OidcProvider, startOidcProvider } from '../../../test/support/oidc-provider.js';
import { sessionOf, signInWithOidc } from '../../../test/support/oidc-sign-in.js';
import { freePort } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';

const PASSWORD = 'correct horse battery';
const REJECTED = '/admin/sign-in?error=oidc-rejected';

let provider: OidcProvider;
let service: Service;
let site: string;

beforeAll(async () => {
  const port = String(await freePort());
  site = `http://localhost:${port}`;
  provider = await startOidcProvider([`${site}/admin/api/session/oidc/callback`]);
  service = await startService({ ...provider.environment, PORT: port });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

let people = 0;

async function createUser(
  fields: object = { role: 'admin', password: PASSWORD },
): Promise<{ id: string; email: string }> {
  const body = { email: `person${++people}@example.com`, displayName: 'Person', ...fields };
  return service.backoffice.call('POST', '/users', body);
}

async function change(id: string, email: string): Promise<[number, unknown]> {
  const response = await service.backoffice.request('PUT', `/users/${id}/email`, { email });
  return [response.status, await response.json()];
}

const signIn = (email: string) =>
  fetch(`${service.url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });

/** Changes the email of a person of whom the provider has another account than before. */
const setAccount = (account: string, email: string) =>
  provider.setAccount(account, { name: 'Person', email, email_verified: true });

describe('PUT /admin/api/users/:id/email', () => {
  it('ends the sessions of the user, who signs in with the new email and no longer with the old one', async () => {
    const { id, email } = await createUser();
    const session = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    expect(await change(id, ' New.Person@Example.com ')).toEqual([
      200,
      expect.objectContaining({ id, email: 'new.person@example.com' }),
    ]);
    expect((await session.request('GET', '/session')).status).toBe(401);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn('new.person@example.com')).status).toBe(200);
    expect((await service.backoffice.request('GET', '/session')).status).toBe(200);
  });

  it('is in the audit log, whose entry itself has no address', async () => {
    const { id, email } = await createUser();
    await change(id, 'audited.person@example.com');
    const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit?subjectId=${id}&limit=1`);
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'user.changed',
        actorName: 'Administrator',
        details: { email: { from: email, to: 'audited.person@example.com' } },
      }),
    ]);
    const [stored] = await query(
      service.databaseUrl,
      `SELECT details, ${ADDRESS} FROM audit_entries WHERE subject_id = $1 AND action = 'user.changed'`,
      [id],
    );
    expect(stored).toEqual({ details: {}, address: '127.0.0.1' });
  });

  it('makes an open invitation void', async () => {
    const { id } = await createUser();
    await service.backoffice.call('PUT', `/users/${id}/invitation`);
    await change(id, 'invited.person@example.com');
    expect(await query(service.databaseUrl, 'SELECT FROM invitations WHERE user_id = $1', [id])).toEqual([]);
  });

  it('changes nothing for the same email in another form', async () => {
    const { id, email } = await createUser();
    const session = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    expect(await change(id, email.toUpperCase())).toMatchObject([200, { email }]);
    expect((await session.request('GET', '/session')).status).toBe(200);
  });

  it('rejects an email that another user has, and what is no email, and leaves the user signed in', async () => {
    const { id, email } = await createUser();
    const other = await createUser();
    const session = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    expect(await change(id, other.email.toUpperCase())).toEqual([409, { error: 'Email is already in use' }]);
    expect(await change(id, 'nobody')).toEqual([400, { error: 'email: must be an email address' }]);
    expect((await session.request('GET', '/session')).status).toBe(200);
  });

  it('gives an email to one of two users who get it at the same time', async () => {
    const [one, other] = [await createUser(), await createUser()];
    const answers = await Promise.all([one, other].map(({ id }) => change(id, 'wanted@example.com')));
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
  });

  it('leaves the keys of a user', async () => {
    const player = await createPlayer(service);
    expect(await change(player.userId, 'player.of.keys@example.com')).toMatchObject([200, {}]);
    const response = await fetch(`${service.url}/api/me`, { headers: { 'x-api-key': player.key } });
    expect(response.status).toBe(200);
  });

  it('rejects a player of an application, who has no email, and unknown users', async () => {
    const application = await createPlayer(service, 'application');
    const response = await fetch(`${service.url}/api/players/learner`, {
      method: 'PUT',
      headers: { 'x-api-key': application.key, 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: 'Learner' }),
    });
    const { id } = (await response.json()) as { id: string };
    expect(await change(id, 'learner@example.com')).toEqual([409, { error: 'Players of applications have no email' }]);
    for (const unknown of ['nobody', '019b76da-a800-7000-8000-000000000001']) {
      expect(await change(unknown, 'unknown@example.com')).toEqual([404, { error: 'User not found' }]);
    }
  });

  it('unlinks the account at the provider, which gets in again once it has the new email', async () => {
    const { id, email } = await createUser({ role: 'admin' });
    await setAccount('moved', email);
    const browser = new FetchBrowser();
    await signInWithOidc(browser, site, 'moved');
    expect((await sessionOf(browser, site))?.user.id).toBe(id);
    await change(id, 'moved@example.com');
    expect(await sessionOf(browser, site)).toBeUndefined();
    expect(await signInWithOidc(new FetchBrowser(), site, 'moved')).toBe(REJECTED);
    await setAccount('moved', 'moved@example.com');
    const again = new FetchBrowser();
    await signInWithOidc(again, site, 'moved');
    expect((await sessionOf(again, site))?.user.id).toBe(id);
  });

  it('lets another person at the provider have the user by the new email, and the former one no longer', async () => {
    const { id, email } = await createUser({ role: 'admin' });
    await setAccount('former', email);
    await signInWithOidc(new FetchBrowser(), site, 'former');
    await change(id, 'successor@example.com');
    await setAccount('successor', 'successor@example.com');
    const browser = new FetchBrowser();
    await signInWithOidc(browser, site, 'successor');
    expect((await sessionOf(browser, site))?.user.id).toBe(id);
    expect(await signInWithOidc(new FetchBrowser(), site, 'former')).toBe(REJECTED);
  });
});

it('PUT /admin/api/users/:id/email is rejected if no administrator could sign in afterwards', async () => {
  const { id, email } = await createUser({ role: 'admin' });
  await setAccount('last', email);
  await signInWithOidc(new FetchBrowser(), site, 'last');
  await query(service.databaseUrl, 'DELETE FROM credentials');
  await query(service.databaseUrl, 'DELETE FROM identities WHERE user_id <> $1', [id]);
  expect(await change(id, 'last@example.com')).toEqual([
    409,
    { error: 'No administrator could sign in after this: first create one who has a password' },
  ]);
  const browser = new FetchBrowser();
  await signInWithOidc(browser, site, 'last');
  expect((await sessionOf(browser, site))?.user).toMatchObject({ id, email });
});
