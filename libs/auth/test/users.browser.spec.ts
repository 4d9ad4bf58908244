import type { Page } from 'playwright-core';
import type { Role } from '#libs/access';
import { Backoffice } from '../../../test/support/backoffice.js';
import { describeInBrowser, expectAccessible, signIn, TestBrowser } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { apiWith } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const PASSWORD = 'another password for tests';

interface User {
  id: string;
  email: string;
  displayName: string;
  image: string | null;
  role: string;
  suspended: boolean;
}

describeInBrowser('the pages of users', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  let users = 0;

  const createUser = (displayName: string, fields: object = {}) =>
    service.backoffice.call<User>('POST', '/users', { email: `user${++users}@example.com`, displayName, ...fields });

  const readUser = ({ id }: User) => service.backoffice.call<User>('GET', `/users/${id}`);

  const createKey = ({ id }: User, name: string) =>
    service.backoffice.call<{ id: string; key: string }>('POST', '/keys', { name, userId: id });

  /** The scopes of a role that another role does not have. */
  async function scopesOf(role: Role, other?: Role): Promise<string[]> {
    const [scopes, others] = [
      await service.backoffice.scopesOf(role),
      other === undefined ? [] : await service.backoffice.scopesOf(other),
    ];
    return scopes.filter((scope) => !others.includes(scope));
  }

  const statusWith = async (key: string) => (await apiWith(service.url, key).GET('/quizzes')).response.status;

  const open = (path: string) => browser.openSignedIn(`/users${path}`);

  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

  /** Holds the answers to "Save" back until the function that it returns is called. */
  async function holdSaving(page: Page): Promise<() => void> {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/admin/api/users/*', async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    return letGo;
  }

  const dialogOf = (page: Page) => page.getByRole('dialog');

  const namesOn = (page: Page) => page.locator('tbody tr td[data-role=name] a').allInnerTexts();

  const shows = (page: Page, ...names: string[]) =>
    until(`${names.join()} are listed`, async () => {
      const seen = await namesOn(page);
      return seen.join() === names.join() || seen;
    });

  describe('the list', () => {
    it('searches, filters, sorts and pages, and stores that in its address', async () => {
      const [one, two] = [await createUser('Zora Alpha'), await createUser('Zora Beta', { role: 'viewer' })];
      await createUser('Zora Gamma', { role: 'viewer' });
      await service.backoffice.call('PATCH', `/users/${two.id}`, { suspended: true });
      const page = await open('');
      await page.getByLabel('Search users').fill('zora');
      await shows(page, 'Zora Gamma', 'Zora Beta', 'Zora Alpha');
      const head = page.getByRole('columnheader', { name: 'Name' });
      await head.getByRole('button').click();
      await shows(page, 'Zora Alpha', 'Zora Beta', 'Zora Gamma');
      expect(await head.getAttribute('aria-sort')).toBe('ascending');
      await page.getByLabel('Role').selectOption('Viewer');
      await shows(page, 'Zora Beta', 'Zora Gamma');
      await page.getByLabel('State').selectOption('Suspended');
      await shows(page, 'Zora Beta');
      expect(await page.getByRole('row', { name: 'Zora Beta' }).innerText()).toContain('Suspended');
      await page.reload();
      await shows(page, 'Zora Beta');
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        search: 'zora',
        sort: 'displayName',
        order: 'asc',
        role: 'viewer',
        suspended: 'true',
      });
      await page.getByLabel('State').selectOption('Active');
      await shows(page, 'Zora Gamma');
      await page.getByLabel('Search users').fill('nobody');
      await page.getByText('No matching users').waitFor();
      await page.getByRole('button', { name: 'Show all users' }).click();
      await page.getByLabel('Search users').fill(one.email);
      await shows(page, 'Zora Alpha');
      await page.getByRole('link', { name: 'Zora Alpha' }).click();
      await page.waitForURL(`**/admin/users/${one.id}`);
      await page.goBack();
      await shows(page, 'Zora Alpha');
      await page.context().close();
    });

    it('pages through 100,000 users', async () => {
      await query(
        service.databaseUrl,
        `INSERT INTO users (id, email, display_name, role)
         SELECT gen_random_uuid(), 'many' || number || '@many.example', 'Many ' || number, 'viewer'
         FROM generate_series(1, 100000) AS number`,
      );
      const page = await open('?search=many.example&sort=email&order=asc');
      await page.getByText('1–30 of 100,000').waitFor();
      await page.getByRole('button', { name: 'Page 3334' }).click();
      await page.getByText('99,991–100,000 of 100,000').waitFor();
      await page.getByLabel('Search users').fill('many 99999');
      await shows(page, 'Many 99999');
      await page.context().close();
      await query(service.databaseUrl, `DELETE FROM users WHERE email LIKE '%@many.example'`);
    });
  });

  describe('creating a user', () => {
    it('creates a player, and shows at the field that an email is taken', async () => {
      const page = await open('');
      await page.getByRole('link', { name: 'Create user' }).click();
      await page.getByLabel('Email').fill('New.Player@example.com');
      await page.getByLabel('Display name').fill('New Player');
      await page.getByText('attempts:write').waitFor();
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('heading', { level: 1, name: 'New Player' }).waitFor();
      const { users: found } = await service.backoffice.call<{ users: User[] }>('GET', '/users?search=new.player');
      expect(found).toMatchObject([{ email: 'new.player@example.com', role: 'player', image: null }]);
      await page.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('link', { name: 'Create user' }).click();
      await page.getByLabel('Email').fill('new.player@example.com');
      await page.getByLabel('Display name').fill('Another');
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByText('Email is already in use').waitFor();
      expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
      await page.context().close();
    });

    it('creates an administrator with a password, who can sign in', async () => {
      const page = await open('/new');
      expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
      await page.getByLabel('Role').selectOption('Administrator');
      await page.getByLabel('Password', { exact: true }).fill('too short');
      await page.getByLabel('Image address').fill('ftp://example.com/image.png');
      await page.getByRole('button', { name: 'Create user' }).click();
      for (const problem of ['Enter an email address', 'Enter a name', 'At least 12', 'begins with http://']) {
        await page.getByText(problem).last().waitFor();
      }
      await page.getByLabel('Email').fill('new.admin@example.com');
      await page.getByLabel('Display name').fill('New Admin');
      await page.getByLabel('Image address').fill('');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('heading', { level: 1, name: 'New Admin' }).waitFor();
      await Backoffice.signIn(service.url, { email: 'new.admin@example.com', password: PASSWORD });
      await page.context().close();
    });
  });

  describe('editing a user', () => {
    it('saves only the changed fields', async () => {
      const user = await createUser('Edited', { image: 'https://images.example/old.png' });
      const page = await open(`/${user.id}`);
      await page.getByLabel('Display name').fill('Edited twice');
      await service.backoffice.call('PATCH', `/users/${user.id}`, { image: null, role: 'viewer' });
      await save(page);
      await page.getByText('Edited twice is saved.').waitFor();
      expect(await readUser(user)).toMatchObject({ displayName: 'Edited twice', image: null, role: 'viewer' });
      // The changes of others are shown now.
      expect(await page.getByLabel('Role').inputValue()).toBe('viewer');
      expect(await page.getByLabel('Image address').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
      await page.getByRole('button', { name: 'Discard changes', disabled: true }).waitFor();
      await page.context().close();
    });

    it('shows concurrent changes by others, and preserves typed text', async () => {
      const user = await createUser('Shared');
      const page = await open(`/${user.id}`);
      await page.getByLabel('Display name').fill('Typed');
      await service.backoffice.call('PATCH', `/users/${user.id}`, { image: 'https://images.example/other.png' });
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
      await page.getByRole('button', { name: 'Load image from images.example' }).waitFor();
      expect(await page.getByLabel('Image address').inputValue()).toBe('https://images.example/other.png');
      expect(await page.getByLabel('Display name').inputValue()).toBe('Typed');
      await save(page);
      await page.getByText('Typed is saved.').waitFor();
      expect(await readUser(user)).toMatchObject({ displayName: 'Typed', image: 'https://images.example/other.png' });
      await page.context().close();
    });

    it('loads an image only after a click that names its host', async () => {
      const url = `${service.url}/admin/icon.svg?of=user`;
      const user = await createUser('Pictured', { image: url });
      const page = await open(`/${user.id}`);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const button = page.getByRole('button', { name: `Load image from ${new URL(url).host}` });
      await button.waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked).not.toContain(url);
      await button.click();
      await page.getByRole('img', { name: 'The user’s image' }).waitFor();
      expect(asked).toContain(url);
      await page.getByLabel('Image address').fill('https://elsewhere.example/image.png');
      await page.getByRole('button', { name: 'Load image from elsewhere.example' }).waitFor();
      await page.context().close();
    });

    it("shows the service's errors at their fields", async () => {
      const user = await createUser('Rejected');
      const page = await open(`/${user.id}`);
      await page.getByLabel('Image address').fill('https://example.com/with space');
      await save(page);
      await page.getByText('must be an absolute http or https URL').waitFor();
      await page.context().close();
    });

    it('says that a user does not exist', async () => {
      const page = await open('/019b76da-a800-7000-8000-000000000001');
      await page.getByRole('heading', { level: 1, name: 'User not found' }).waitFor();
      await page.getByRole('link', { name: 'To the users' }).click();
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      await page.context().close();
    });
  });

  describe('another role', () => {
    it('shows first which keys it affects and which scopes they lose, and then applies immediately', async () => {
      const user = await createUser('Roland Role');
      const keys: Awaited<ReturnType<typeof createKey>>[] = [];
      for (const name of ['Key 1', 'Key 2', 'Key 3', 'Key 4', 'Key 5', 'Key 6', 'Key 7']) {
        keys.push(await createKey(user, name));
      }
      await query(service.databaseUrl, `UPDATE api_keys SET last_used_at = '2026-01-01T00:00:00Z' WHERE id = $1`, [
        keys[1]?.id,
      ]);
      await query(service.databaseUrl, `UPDATE api_keys SET expires_at = '2026-01-02T00:00:00Z' WHERE id = $1`, [
        keys[6]?.id,
      ]);
      const page = await open(`/${user.id}`);
      await page.getByLabel('Role').selectOption('Viewer');
      await save(page);
      const dialog = dialogOf(page);
      await dialog.getByText('This affects 7 keys immediately').waitFor();
      const listed = await dialog.getByRole('listitem').allInnerTexts();
      const shown = (number: number) => `Key ${number} (${keys[number - 1]?.key.slice(0, 8)}…)`;
      const first = [shown(2), `${shown(7)} (expired)`, shown(6), shown(5), shown(4)];
      expect(listed).toEqual([...first, 'and 2 more']);
      expect(await dialog.innerText()).toMatch(/from Player to Viewer.+They lose:/s);
      expect(await dialog.locator('code').allInnerTexts()).toEqual(await scopesOf('player', 'viewer'));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save' }).and(page.locator(':focus')).waitFor();
      expect((await readUser(user)).role).toBe('player');

      await page.getByLabel('Role').selectOption('Administrator');
      await save(page);
      expect(await dialog.innerText()).toMatch(/can sign in to the backoffice/);
      await dialog.getByText('They gain:').waitFor();
      expect(await dialog.locator('code').allInnerTexts()).toEqual(await scopesOf('admin', 'player'));
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await page.getByText('Roland Role is saved.').waitFor();
      expect((await readUser(user)).role).toBe('admin');
      await page.context().close();
    });

    it('suspends, so that keys are rejected immediately, and ends the suspension', async () => {
      const user = await createUser('Sus Pended');
      const { key } = await createKey(user, 'Rejected key');
      const page = await open(`/${user.id}`);
      await page.getByLabel('Suspended').check();
      await save(page);
      const dialog = dialogOf(page);
      await dialog.getByText('Suspend Sus Pended?').waitFor();
      await dialog.getByText('This affects one key immediately').waitFor();
      expect(await dialog.locator('code').allInnerTexts()).toEqual(await scopesOf('player'));
      expect(await statusWith(key)).toBe(200);
      await dialog.getByRole('button', { name: 'Suspend' }).click();
      await page.getByText('Sus Pended is saved.').waitFor();
      expect(await statusWith(key)).toBe(403);
      await page.getByLabel('Role').selectOption('Viewer');
      await save(page);
      await dialog.getByText('It stays rejected: the user is suspended.').waitFor();
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByLabel('Suspended').uncheck();
      await save(page);
      await dialog.getByText('It gains:').waitFor();
      await dialog.getByRole('button', { name: 'End suspension' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await statusWith(key)).toBe(200);
      await page.context().close();
    });

    it('is denied to the last administrator, who stays signed in', async () => {
      await query(service.databaseUrl, `UPDATE users SET role = 'viewer' WHERE role = 'admin' AND id <> $1`, [
        service.backoffice.userId,
      ]);
      const page = await open(`/${service.backoffice.userId}`);
      await page.getByLabel('Role').selectOption('Player');
      await save(page);
      const dialog = dialogOf(page);
      await dialog.getByText('You are signed out immediately').waitFor();
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await dialog
        .getByText('The last administrator cannot be removed. Make somebody else an administrator first.')
        .waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      expect(await page.getByLabel('Role').inputValue()).toBe('admin');
      await page.getByText('Change your own password in your account').waitFor();
      await page.getByText('Off: you sign in with a password alone.').waitFor();
      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await page.getByRole('table', { name: 'Users' }).waitFor();
      await page.context().close();
    });

    it('signs an administrator out who gives up the role', async () => {
      const user = await createUser('Leaver', { role: 'admin', password: PASSWORD });
      const credentials = { email: user.email, password: PASSWORD };
      const page = await browser.openSignedIn('/users?search=leaver', {}, credentials);
      await page.getByRole('link', { name: 'Leaver' }).click();
      await page.getByLabel('Role').selectOption('Player');
      await save(page);
      const letGo = await holdSaving(page);
      await dialogOf(page).getByRole('button', { name: 'Change role' }).click();
      // The way to the sign-in page is open, even while the page asks whether to leave it.
      await page.evaluate('history.back()');
      await page.getByText('Leave without saving?').waitFor();
      letGo();
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin/sign-in');
      await page.context().close();
    });
  });

  it('sets the password of another administrator', async () => {
    const user = await createUser('Forgetful', { role: 'admin', password: PASSWORD });
    const before = await Backoffice.signIn(service.url, { email: user.email, password: PASSWORD });
    const page = await open(`/${user.id}`);
    const field = page.getByLabel('New password');
    await field.fill('short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('At least 12 characters', { exact: true }).waitFor();
    await field.fill('password1234');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('must be harder to guess. This is similar to a commonly used password.').waitFor();
    await expectAccessible(page);
    await field.fill('a new password for tests');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Forgetful has a new password').waitFor();
    expect(await field.inputValue()).toBe('');
    expect((await before.request('GET', '/session')).status).toBe(401);
    await Backoffice.signIn(service.url, { email: user.email, password: 'a new password for tests' });
    await page.context().close();
  });

  it('creates and deletes keys of the user', async () => {
    const user = await createUser('Keyholder');
    for (let number = 1; number <= 10; number++) await createKey(user, `Held ${number}`);
    const page = await open(`/${user.id}`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialogOf(page).getByText('Scopes:').waitFor();
    expect(await dialogOf(page).getByRole('combobox', { name: 'Owner' }).inputValue()).toContain('Keyholder');
    await dialogOf(page).getByLabel('Name').fill('Held 11');
    await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
    expect(await statusWith(await page.getByLabel('Key “Held 11”').inputValue())).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const table = page.getByRole('table', { name: 'API keys of the user' });
    await table.getByText('Held 11').waitFor();
    await page.getByRole('button', { name: 'Delete Held 10' }).click();
    await dialogOf(page).getByRole('button', { name: 'Delete key' }).click();
    await table.getByText('Held 10').waitFor({ state: 'detached' });
    await createKey(user, 'Held 12');
    await page.reload();
    await page.getByRole('link', { name: 'All 11 keys' }).click();
    await page.getByText('1–11 of 11').waitFor();
    await page.context().close();
  });

  describe('unsaved changes', () => {
    const question = (page: Page) => page.getByText('Leave without saving?');

    it('are not lost without a warning by a link, "Back" or a reload', async () => {
      const user = await createUser('Unsaved');
      const page = await open('?search=unsaved');
      await page.getByRole('link', { name: 'Unsaved' }).click();
      await page.getByLabel('Display name').fill('Typed');
      await page.getByRole('link', { name: 'API keys' }).click();
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await question(page).waitFor({ state: 'detached' });
      await page.evaluate('history.back()');
      await question(page).waitFor();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      await question(page).waitFor({ state: 'detached' });
      const asking = page.waitForEvent('dialog');
      await page.evaluate('setTimeout(() => location.reload())');
      const asked = await asking;
      expect(asked.type()).toBe('beforeunload');
      await asked.dismiss();
      expect(await page.getByLabel('Display name').inputValue()).toBe('Typed');
      expect(new URL(page.url()).pathname).toBe(`/admin/users/${user.id}`);
      await page.evaluate('history.back()');
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.waitForURL('**/admin/users?search=unsaved');
      expect(await readUser(user)).toEqual(user);
      await page.context().close();
    });

    it('cause no warning once they are saved or discarded', async () => {
      const user = await createUser('Saved');
      const page = await open(`/${user.id}`);
      await page.getByLabel('Display name').fill('Saved now');
      await save(page);
      await page.getByText('Saved now is saved.').waitFor();
      await page.getByLabel('Display name').fill('Discarded');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
      await page.context().close();
    });

    it('cause no warning once the response to "Save" arrives', async () => {
      const user = await createUser('Hurried');
      const page = await open('?search=hurried');
      await page.getByRole('link', { name: 'Hurried' }).click();
      await page.getByLabel('Display name').fill('Waited for');
      const letGo = await holdSaving(page);
      await save(page);
      await page.evaluate('history.back()');
      await question(page).waitFor();
      letGo();
      await page.getByText('Waited for is saved.').waitFor();
      await question(page).waitFor({ state: 'detached' });
      await page.waitForURL(`**/admin/users/${user.id}`);
      await page.getByRole('heading', { level: 1, name: 'Waited for' }).waitFor();
      await page.evaluate('history.back()');
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      await page.waitForURL('**/admin/users?search=hurried');
      await page.context().close();
    });

    it('of a new user cause a warning', async () => {
      const page = await open('/new');
      await page.getByLabel('Display name').fill('Typed');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      await page.context().close();
    });
  });

  it('preserve typed text when the session ends, and save it after a new sign-in', async () => {
    const admin = await createUser('Session Holder', { role: 'admin', password: PASSWORD });
    const credentials = { email: admin.email, password: PASSWORD };
    const user = await createUser('Half done');
    const page = await browser.openSignedIn(`/users/${user.id}`, {}, credentials);
    await page.getByLabel('Display name').fill('Quite done');
    await page.getByLabel('Role').selectOption('Viewer');
    await query(service.databaseUrl, `DELETE FROM sessions WHERE user_id = $1`, [admin.id]);
    await save(page);
    await page.getByText('Your session has ended').waitFor();
    await signIn(page, credentials);
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
    await dialogOf(page).getByText('The user has no keys.').waitFor();
    await query(service.databaseUrl, `DELETE FROM sessions WHERE user_id = $1`, [admin.id]);
    await dialogOf(page).getByRole('button', { name: 'Change role' }).click();
    await page.getByText('Your session has ended').waitFor();
    await expectAccessible(page);
    await signIn(page, credentials);
    await page.getByText('Quite done is saved.').waitFor();
    expect(await readUser(user)).toMatchObject({ displayName: 'Quite done', role: 'viewer' });
    await page.context().close();
  });

  it('show names, emails and image addresses as text, whatever they contain', async () => {
    const text = `<img src=x onerror="xss=1">'"><script>xss=2</script>`;
    const user = await createUser(text, {
      email: `"><script>xss=3</script>@example.com`,
      image: `https://images.example/"><script>xss=4</script>`,
    });
    await createKey(user, text);
    const page = await open('?search=onerror');
    await page.getByRole('link', { name: text }).click();
    await page.getByRole('heading', { level: 1, name: text }).waitFor();
    await page.getByRole('button', { name: 'Load image from images.example' }).waitFor();
    await page.getByLabel('Suspended').check();
    await save(page);
    await dialogOf(page).getByRole('listitem').getByText(text).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Suspend' }).click();
    await page.getByText(`${text} is saved.`).waitFor();
    const seen = await page.evaluate('[typeof xss, document.querySelectorAll("img, body script").length]');
    expect(seen).toEqual(['undefined', 0]);
    await page.getByLabel('Image address').fill('javascript:xss=5');
    await page.getByText('No image address').waitFor();
    await page.context().close();
  });
});
