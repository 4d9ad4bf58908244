import type { Locator, Page } from 'playwright-core';
import type { Role } from '#libs/access';
import { Backoffice } from '../../../test/support/backoffice.js';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { apiWith } from '../../../test/support/factories.js';
import { until } from '../../../test/support/until.js';

const PASSWORD = 'another password for tests';

interface User {
  id: string;
  email: string;
  displayName: string;
  role: string;
  suspended: boolean;
}

describePages('the pages of users', (site) => {
  let users = 0;
  const createUser = (displayName: string, fields: object = {}) =>
    site.service.backoffice.call<User>('POST', '/users', {
      email: `user${++users}@example.com`,
      displayName,
      ...fields,
    });
  const readUser = ({ id }: User) => site.service.backoffice.call<User>('GET', `/users/${id}`);
  const createKey = ({ id }: User, name: string) =>
    site.service.backoffice.call<{ key: string }>('POST', '/keys', { name, userId: id });
  const statusWith = async (key: string) => (await apiWith(site.service.url, key).GET('/quizzes')).response.status;

  /** The scopes of a role that another role does not have. */
  async function scopesOf(role: Role, other: Role): Promise<string[]> {
    const others = await site.service.backoffice.scopesOf(other);
    return (await site.service.backoffice.scopesOf(role)).filter((scope) => !others.includes(scope));
  }

  const button = (parent: Page | Locator, name: string) => parent.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const shows = (page: Page, ...names: string[]) =>
    until(`${names.join()} are listed`, async () => {
      const seen = await page.locator('tbody tr td[data-role=name] a').allInnerTexts();
      return seen.join() === names.join() || seen;
    });

  it('an administrator creates a colleague, who can sign in, after the form has named what is missing', async () => {
    const page = await site.browser.visit('/users');
    await page.getByRole('link', { name: 'New user' }).click();
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    await page.getByLabel('Role').selectOption('Administrator');
    await page.getByLabel('Password', { exact: true }).fill('too short');
    await page.getByLabel('Image address').fill('ftp://example.com/image.png');
    await button(page, 'Create user').click();
    for (const problem of ['Enter an email address', 'Enter a name', 'At least 12', 'begins with http://']) {
      await page.getByText(problem).last().waitFor();
    }
    await expectAccessible(page);
    await page.getByLabel('Email').fill('admin@example.com');
    await page.getByLabel('Display name').fill('New Admin');
    await page.getByLabel('Image address').fill('');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Create user').click();
    await page.getByText('Email is already in use').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Email').fill('New.Admin@example.com');
    await button(page, 'Create user').click();
    await heading(page, 'New Admin');
    const admin = await Backoffice.signIn(site.service.url, { email: 'new.admin@example.com', password: PASSWORD });
    await page.getByLabel('New password').fill('a new password for tests');
    await button(page, 'Set password').click();
    await page.getByText('New Admin has a new password').waitFor();
    expect((await admin.request('GET', '/session')).status).toBe(401);
    // Whoever gives up the role is signed out.
    const credentials = { email: 'new.admin@example.com', password: 'a new password for tests' };
    const own = await site.browser.openSignedIn(`/users/${admin.userId}`, {}, credentials);
    await own.getByLabel('Role').selectOption('Player');
    await button(own, 'Save').click();
    await own.getByText('You are signed out immediately').waitFor();
    await button(own, 'Change role').click();
    await own.waitForURL('**/admin/sign-in');
    await own.context().close();
  });

  it('an administrator finds a user, promotes and suspends them, and sees first what that does to their keys', async () => {
    const user = await createUser('Zora Alpha');
    await createUser('Zora Beta', { role: 'viewer' });
    const other = await createUser('Zora Gamma', { role: 'viewer' });
    await site.service.backoffice.call('PATCH', `/users/${other.id}`, { suspended: true });
    const keys: string[] = [];
    for (let number = 1; number <= 7; number++) keys.push((await createKey(user, `Key ${number}`)).key);
    await query(site.service.databaseUrl, `UPDATE api_keys SET expires_at = '2026-01-02' WHERE name = 'Key 7'`);
    const page = await site.browser.visit('/users');
    await page.getByLabel('Search users').fill('zora');
    await shows(page, 'Zora Gamma', 'Zora Beta', 'Zora Alpha');
    const head = page.getByRole('columnheader', { name: 'Name' });
    await head.getByRole('button').click();
    await shows(page, 'Zora Alpha', 'Zora Beta', 'Zora Gamma');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.getByLabel('Role').selectOption('Viewer');
    await page.getByLabel('State').selectOption('Suspended');
    await shows(page, 'Zora Gamma');
    await page.reload();
    await shows(page, 'Zora Gamma');
    const search = { search: 'zora', sort: 'displayName', order: 'asc', role: 'viewer', suspended: 'true' };
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search);
    await page.getByLabel('Search users').fill('nobody');
    await page.getByText('No matching users').waitFor();
    await button(page, 'Show all users').click();
    await page.getByLabel('Search users').fill(user.email);
    await page.getByRole('link', { name: 'Zora Alpha' }).click();

    await page.getByLabel('Role').selectOption('Administrator');
    await page.getByLabel('Display name').fill('Typed');
    // Somebody else changes another field meanwhile, which the form shows and does not overwrite.
    await site.service.backoffice.call('PATCH', `/users/${user.id}`, { image: 'https://images.example/other.png' });
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await button(page, 'Load image from images.example').waitFor();
    expect(await page.getByLabel('Display name').inputValue()).toBe('Typed');
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This affects 7 keys immediately').waitFor();
    const listed = await dialog.getByRole('listitem').allInnerTexts();
    expect(listed).toHaveLength(6);
    expect(listed).toEqual(expect.arrayContaining([`Key 7 (${keys[6]?.slice(0, 8)}…) (expired)`, 'and 2 more']));
    expect(await dialog.innerText()).toMatch(
      /from Player to Administrator.+can sign in to the backoffice.+They gain:/s,
    );
    expect(await dialog.locator('code').allInnerTexts()).toEqual(await scopesOf('admin', 'player'));
    await expectAccessible(page);
    await button(dialog, 'Cancel').click();
    await button(page, 'Save').and(page.locator(':focus')).waitFor();
    expect((await readUser(user)).role).toBe('player');
    await button(page, 'Save').click();
    await button(dialog, 'Change role').click();
    await page.getByText('Typed is saved.').waitFor();
    const saved = { displayName: 'Typed', role: 'admin', image: 'https://images.example/other.png' };
    expect(await readUser(user)).toMatchObject(saved);

    await page.getByLabel('Suspended').check();
    await button(page, 'Save').click();
    expect(await statusWith(keys[0] ?? '')).toBe(200);
    await button(dialog, 'Suspend').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await statusWith(keys[0] ?? '')).toBe(403);
    await page.getByLabel('Suspended').uncheck();
    await button(page, 'Save').click();
    await button(dialog, 'End suspension').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await statusWith(keys[0] ?? '')).toBe(200);
  });

  it('an administrator changes the email of a colleague, and sees first what that does to their sign-in', async () => {
    const user = await createUser('Emily', { role: 'admin', password: PASSWORD });
    const session = await Backoffice.signIn(site.service.url, { email: user.email, password: PASSWORD });
    const page = await site.browser.visit(`/users/${user.id}`);
    await button(page, 'Change email').click();
    const dialog = page.getByRole('dialog', { name: 'Change the email?' });
    for (const text of ['The old address no longer works', 'Their sessions end', 'provider is unlinked']) {
      await dialog.getByText(text).waitFor();
    }
    expect(await button(dialog, 'Change email').isDisabled()).toBe(true);
    await dialog.getByText('Enter an email address first.').waitFor();
    await dialog.getByLabel('New email').fill('admin@example.com');
    await button(dialog, 'Change email').click();
    await dialog.getByText('Email is already in use').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('New email').fill('emily.new@example.com');
    await button(dialog, 'Change email').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('emily.new@example.com ·').waitFor();
    expect((await session.request('GET', '/session')).status).toBe(401);
    await page.getByRole('link', { name: 'Audit log' }).last().click();
    await page.getByText(`email: ${user.email} → emily.new@example.com`).waitFor();
  });

  it('unsaved changes are not lost without a warning by a link, "Back" or a reload, also while they are saved', async () => {
    const user = await createUser('Unsaved');
    const page = await site.browser.visit('/users?search=unsaved');
    const question = page.getByText('Leave without saving?');
    await page.getByRole('link', { name: 'Unsaved' }).click();
    await page.getByLabel('Display name').fill('Typed');
    await page.getByRole('link', { name: 'API keys' }).click();
    await question.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    const asking = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const asked = await asking;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    expect(await page.getByLabel('Display name').inputValue()).toBe('Typed');
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/admin/api/users/*', async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    await button(page, 'Save').click();
    await page.evaluate('history.back()');
    await question.waitFor();
    letGo();
    await page.getByText('Typed is saved.').waitFor();
    await question.waitFor({ state: 'detached' });
    await page.waitForURL(`**/admin/users/${user.id}`);
    await page.getByLabel('Display name').fill('Discarded');
    await button(page, 'Discard changes').click();
    await page.getByLabel('Display name').fill('Left');
    await page.evaluate('history.back()');
    await button(page, 'Leave without saving').click();
    await page.waitForURL('**/admin/users?search=unsaved');
    expect((await readUser(user)).displayName).toBe('Typed');
    await page.getByRole('link', { name: 'API keys' }).click();
    await heading(page, 'API keys');
  });

  it('an administrator selects users on several pages, gives them a role, suspends and restores them', async () => {
    for (let number = 1; number <= 12; number++) await createUser(`Paula ${number}`);
    const page = await site.browser.openSignedIn('/users?search=paula&limit=10&sort=createdAt&order=asc');
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
    const dialog = page.getByRole('dialog');
    await select('Paula 2').check();
    await button(page, 'Page 2').click();
    await select('Paula 12').check();
    await page.getByText('2 selected, 1 of them not on this page').waitFor();
    const { users: found } = await site.service.backoffice.call<{ users: User[] }>('GET', '/users?search=Paula%2012');
    const [last] = found as [User];
    const { key } = await createKey(last, 'Working');
    await button(page, 'Change role …').click();
    await dialog.getByLabel('New role').selectOption('Administrator');
    await dialog.getByText('2 users get the new role:').waitFor();
    await dialog.getByText('One key immediately has the scopes of the new role.').waitFor();
    await dialog.getByText('2 users can sign in to the backoffice').waitFor();
    await expectAccessible(page);
    const error = 'Paula 2: The last administrator cannot be removed';
    await page.route('**/admin/api/users', (route) => route.fulfill({ status: 409, json: { error } }), { times: 1 });
    await button(dialog, 'Change role').click();
    await page.getByRole('alert').getByText(error).waitFor();
    await button(page, 'Cancel').click();
    await page.getByText('2 selected').waitFor();
    await button(page, 'Change role …').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('New role').selectOption('Administrator');
    await button(dialog, 'Change role').click();
    await page.getByText('2 users have another role.').waitFor();
    await button(page, 'Suspend …').click();
    await dialog.getByText('One key stops working immediately.').waitFor();
    await dialog.getByText('2 users lose access').waitFor();
    const names = await dialog.getByRole('list', { name: 'Users who change' }).getByRole('listitem').allInnerTexts();
    expect(names.sort()).toEqual(['Paula 12', 'Paula 2']);
    await button(dialog, 'Suspend').click();
    await page.getByText('2 users are suspended.').waitFor();
    expect(await statusWith(key)).toBe(403);
    await button(page, 'Restore …').click();
    await button(dialog, 'Restore').click();
    await page.getByText('2 users are no longer suspended.').waitFor();
    expect(await readUser(last)).toMatchObject({ role: 'admin', suspended: false });
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Create keys …').click();
    await button(dialog, 'Create 2 keys').click();
    await dialog.getByText('Give the keys a name').waitFor();
    await dialog.getByLabel('Name').fill('Class 7b');
    await expectAccessible(page);
    await button(dialog, 'Create 2 keys').click();
    await dialog.getByText('They are shown only once').waitFor();
    await expectAccessible(page);
    const created = await dialog.getByRole('row').allInnerTexts();
    expect(created.map((text) => text.split(/\s*[\t\n]\s*/)[0])).toEqual(['User', 'Paula 12', 'Paula 2']);
    const [, newKey = ''] = /(qk_\w+)/.exec(created[1] ?? '') ?? [];
    expect(await statusWith(newKey)).toBe(200);
    await button(dialog, 'I have stored them').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await all.check();
    await button(page, 'Clear selection').click();
    await all.and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.context().close();
  });

  it('an administrator puts users into classes by their tags, and finds them', async () => {
    const [tara, tom] = [await createUser('Pupil Tara'), await createUser('Pupil Tom', { tags: ['Chess'] })];
    await createUser('Pupil Tim');
    const page = await site.browser.openSignedIn('/users?search=pupil&sort=displayName&order=asc');
    await shows(page, 'Pupil Tara', 'Pupil Tim', 'Pupil Tom');
    for (const name of ['Pupil Tara', 'Pupil Tom'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await button(page, 'Change tags …').click();
    const dialog = page.getByRole('dialog');
    expect(await button(dialog, 'Change tags').isDisabled()).toBe(true);
    await dialog.getByText('Choose a tag first.').waitFor();
    await dialog.getByLabel('Add tags').pressSequentially('Class 7b,Latin,');
    await dialog.getByLabel('Remove tags').click();
    await page.getByRole('option', { name: 'Chess' }).click();
    await dialog.getByLabel('Remove tags').press('Tab');
    await page.getByRole('option', { name: 'Chess' }).waitFor({ state: 'hidden' });
    await expectAccessible(page);
    await button(dialog, 'Change tags').click();
    await page.getByText('The tags of 2 users are saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await Promise.all([tara, tom].map(readUser))).toMatchObject([
      { tags: ['Class 7b', 'Latin'] },
      { tags: ['Class 7b', 'Latin'] },
    ]);
    await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
    await page.getByRole('option', { name: 'Class 7b (2)' }).click();
    await shows(page, 'Pupil Tara', 'Pupil Tom');
    await expectAccessible(page);
    expect(new URL(page.url()).searchParams.get('tag')).toBe('Class 7b');
    await page.getByRole('link', { name: 'Pupil Tara' }).click();
    await heading(page, 'Pupil Tara');
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.fill('Choir');
    await tags.press('Enter');
    await tags.fill('class 7B');
    await tags.press('Enter');
    await button(page, 'Save').click();
    await page.getByText('Pupil Tara is saved.').waitFor();
    expect(await readUser(tara)).toMatchObject({ tags: ['Class 7b', 'Latin', 'Choir'] });
    for (let left = 3; left > 0; left--) await tags.press('Backspace');
    await tags.press('Tab');
    await button(page, 'Save').click();
    await until('the tags are gone', async () => !('tags' in (await readUser(tara))));

    await page.context().close();
  });

  it('administrators cannot remove the last administrator, nor themselves together with others', async () => {
    await query(site.service.databaseUrl, `UPDATE users SET role = 'viewer' WHERE role = 'admin' AND id <> $1`, [
      site.service.backoffice.userId,
    ]);
    const page = await site.browser.visit('/users?search=administrator');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Suspend …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('Deselect yourself.').waitFor();
    expect(await button(dialog, 'Suspend').isDisabled()).toBe(true);
    await button(dialog, 'Cancel').click();
    await page.getByRole('link', { name: 'Administrator' }).click();
    await page.getByLabel('Role').selectOption('Player');
    await button(page, 'Save').click();
    await button(dialog, 'Change role').click();
    await dialog.getByText('The last administrator cannot be removed. Make somebody else').waitFor();
    await button(dialog, 'Cancel').click();
    await button(page, 'Discard changes').click();
    expect(await page.getByLabel('Role').inputValue()).toBe('admin');
    const save = page.getByRole('button', { name: 'Save', description: 'There are no unsaved changes.' });
    expect(await save.isDisabled()).toBe(true);
  });

  it('an administrator imports a class from a file, corrects the rejected rows, and creates nobody twice', async () => {
    await createUser('Taken', { email: 'taken@class.example' });
    const page = await site.browser.visit('/users/import');
    await page.getByRole('button', { name: 'Read users', description: 'Choose a file first.' }).waitFor();
    const read = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('CSV or Excel file', { exact: true }).click();
      await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
      await button(page, 'Read users').click();
    };
    const saved = async (name: string) => {
      const saving = page.waitForEvent('download');
      await button(page, name).click();
      return (await (await saving).createReadStream()).toArray().then((chunks) => Buffer.concat(chunks as Buffer[]));
    };
    await read('template.csv', await saved('Download a template'));
    await page.getByRole('heading', { name: '2 of 2 rows can be imported' }).waitFor();
    await page.getByRole('cell', { name: '7b, Chess' }).waitFor();
    await read('long.csv', Buffer.alloc(5_200_000, 'a'));
    await page.getByRole('alert').getByText('The file has 5.2 MB, and up to 5 MB can be read').waitFor();
    const rows = [
      'Ann;ann@class.example;viewer',
      'Bob;bob;',
      'Other;taken@class.example;',
      'Zed;zed@class.example;Admin',
    ];
    await read('class.csv', Buffer.from(['person;contact;function', ...rows].join('\n')));
    await page.getByRole('heading', { name: 'Which column is which?' }).waitFor();
    expect(await page.getByRole('button', { name: /^Create/ }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('What is “person”?').selectOption('Name');
    await page.getByLabel('What is “contact”?').selectOption('Email');
    await page.getByLabel('What is “function”?').selectOption('Role');
    await button(page, 'Read with these columns').click();
    // The first row could be a user.
    await page.getByRole('heading', { name: '2 of 5 rows can be imported' }).waitFor();
    await page.getByText('One user will be an administrator or editor').waitFor();
    const table = page.getByRole('table', { name: 'Rows of the file' });
    const texts = await table.getByRole('row').filter({ hasText: 'example' }).allInnerTexts();
    expect(texts.map((text) => text.split(/\s*[\t\n]\s*/))).toEqual([
      ['2', 'Ann', 'ann@class.example', 'Viewer', 'Fine'],
      ['4', 'Other', 'taken@class.example', 'email: Email is already in use'],
      ['5', 'Zed', 'zed@class.example', 'Administrator', 'Fine'],
    ]);
    await expectAccessible(page);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let failures = 1;
    let inFlight = 0;
    let mostInFlight = 0;
    await page.route('**/admin/api/users', async (route) => {
      mostInFlight = Math.max(mostInFlight, ++inFlight);
      await held;
      inFlight -= 1;
      const isFailing = route.request().postData()?.includes('zed@') === true && failures-- > 0;
      return isFailing ? route.fulfill({ status: 500, json: { error: 'Internal server error' } }) : route.fallback();
    });
    await button(page, 'Create 2 users').click();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('dialog', { name: 'Stop the import?' }).getByRole('button', { name: 'Stay' }).click();
    letGo();
    await page.getByRole('alert').getByText('Line 5: Internal server error').waitFor();
    await button(page, 'Continue').click();
    await page.getByText('2 created, 3 rejected').waitFor();
    // One after the other, in the order of the file.
    expect(mostInFlight).toBe(1);
    await expectAccessible(page);
    const rejected = (await saved('Save the rejected rows')).toString();
    expect(rejected).toContain('bob,,email: must be an email address');
    await button(page, 'Import another file').click();
    const corrected = 'Email,First name,Last name,Room\nbob@class.example,Bob,M\xFCller,7b\n';
    await read('corrected.csv', Buffer.from(corrected, 'latin1'));
    await page.getByText('Ignored column: Room').waitFor();
    await page.getByRole('cell', { name: 'Bob Müller' }).waitFor();
    await button(page, 'Create 1 user').click();
    await page.getByText('1 created, 0 rejected').waitFor();
    await button(page, 'Create keys for the new users …').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Class 7b');
    await button(page, 'Create 1 key').click();
    await page.getByText('They are shown only once').waitFor();
    await page.getByRole('link', { name: 'Audit log', includeHidden: true }).dispatchEvent('click');
    await page.getByRole('dialog', { name: 'Have you stored the keys?' }).getByText('Back to the keys').click();
    const [head, line = ''] = (await saved('Save as CSV')).toString().trim().split('\r\n');
    expect(head).toBe('email,displayName,keyName,key,expiresAt');
    expect(line).toMatch(/^bob@class\.example,Bob Müller,Class 7b,qk_\w+,20/);
    expect(await statusWith(line.split(',')[3] ?? '')).toBe(200);
    await button(page, 'I have stored them').click();
    await page.getByRole('link', { name: 'Bob Müller' }).click();
    await heading(page, 'Bob Müller');
    const { users: found } = await site.service.backoffice.call<{ users: User[] }>(
      'GET',
      '/users?search=class.example',
    );
    expect(found.map(({ displayName, role }) => `${displayName} ${role}`).sort()).toEqual([
      'Ann viewer',
      'Bob Müller player',
      'Taken player',
      'Zed admin',
    ]);
  });
});
