import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { doubleClick } from '../../../test/support/double-click.js';
import { type Service, startService } from '../../../test/support/service.js';

interface User {
  id: string;
  role: string;
  suspended: boolean;
}

describeInBrowser('changing several users', () => {
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
    service.backoffice.call<User>('POST', '/users', { email: `bulk${++users}@example.com`, displayName, ...fields });

  const readUser = ({ id }: User) => service.backoffice.call<User>('GET', `/users/${id}`);

  const createKey = async ({ id }: User, fields?: string) => {
    const key = await service.backoffice.call<{ id: string }>('POST', '/keys', { name: 'Key', userId: id });
    if (fields !== undefined) await query(service.databaseUrl, `UPDATE api_keys SET ${fields} WHERE id = $1`, [key.id]);
  };

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Opens the list of the users with a name, selects all of them and opens a dialog. */
  async function openDialog(search: string, action: string): Promise<Page> {
    const page = await browser.openSignedIn(`/users?search=${search}`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, `${action} …`).click();
    await page.getByRole('dialog').waitFor();
    return page;
  }

  it('suspends and restores them, after the dialog has said what that does to keys and administrators', async () => {
    const suspended = await createUser('Sally One', { role: 'player' });
    await service.backoffice.call('PATCH', `/users/${suspended.id}`, { suspended: true });
    const admin = await createUser('Sally Two', { role: 'admin' });
    const player = await createUser('Sally Three');
    await createKey(suspended);
    await createKey(admin);
    await createKey(player);
    await createKey(player, 'disabled = true');
    await createKey(player, "expires_at = now() - interval '1 hour'");
    const page = await openDialog('sally', 'Suspend');
    const dialog = page.getByRole('dialog', { name: 'Suspend 3 users?' });
    await dialog.getByText('2 users will be suspended:').waitFor();
    await dialog.getByText('1 user is suspended already.').waitFor();
    await dialog.getByText('2 keys stop working immediately.').waitFor();
    await dialog.getByText('One administrator loses access').waitFor();
    const named = (label: string) => dialog.getByRole('list', { name: label }).getByRole('listitem').allInnerTexts();
    expect((await named('Users who change')).sort()).toEqual(['Sally Three', 'Sally Two']);
    expect(await named('Administrators who lose access')).toEqual(['Sally Two']);
    await expectAccessibleOnAllScreens(page, 'suspension of several users');
    await button(page, 'Suspend').click();
    await page.getByText('2 users are suspended.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    for (const user of [suspended, admin, player]) expect((await readUser(user)).suspended).toBe(true);
    await page.getByText('3 selected').waitFor();
    await button(page, 'Restore …').click();
    const restoring = page.getByRole('dialog', { name: 'Restore 3 users?' });
    await restoring.getByText('3 keys work again immediately.').waitFor();
    await restoring.getByText('1 user can sign in to the backoffice').waitFor();
    await button(page, 'Restore').click();
    await page.getByText('3 users are no longer suspended.').waitFor();
    for (const user of [suspended, admin, player]) expect((await readUser(user)).suspended).toBe(false);
    await page.context().close();
  });

  it('gives them another role, which the dialog asks for', async () => {
    const [viewer, player] = [await createUser('Rolf One', { role: 'viewer' }), await createUser('Rolf Two')];
    await createKey(viewer);
    const page = await openDialog('rolf', 'Change role');
    const dialog = page.getByRole('dialog', { name: 'Change the role of 2 users?' });
    await dialog.getByText('1 user gets the new role:').waitFor();
    await dialog.getByText('One key immediately has the scopes of the new role.').waitFor();
    await dialog.getByLabel('New role').selectOption('Administrator');
    await dialog.getByText('2 users can sign in to the backoffice').waitFor();
    await expectAccessibleOnAllScreens(page, 'role of several users');
    await dialog.getByLabel('New role').selectOption('Viewer');
    await dialog.getByText('This affects no working keys.').waitFor();
    const writes = await doubleClick(dialog.getByRole('button', { name: 'Change role' }));
    await page.getByText('1 user has another role.').waitFor();
    expect(writes).toEqual(['PATCH /admin/api/users']);
    for (const user of [viewer, player]) expect((await readUser(user)).role).toBe('viewer');
    await page.context().close();
  });

  it('keeps the selection after an error, and the focus after the dialog', async () => {
    const user = await createUser('Erna One');
    await createUser('Erna Two');
    const page = await openDialog('erna', 'Suspend');
    const error = 'Erna One: The last administrator cannot be removed';
    await page.route('**/admin/api/users', (route) => route.fulfill({ status: 409, json: { error } }), { times: 1 });
    await button(page, 'Suspend').click();
    await page.getByRole('alert').getByText(error).waitFor();
    expect((await readUser(user)).suspended).toBe(false);
    await button(page, 'Cancel').click();
    await page.getByText('2 selected').waitFor();
    await button(page, 'Suspend …').and(page.locator(':focus')).waitFor();
    await button(page, 'Suspend …').press('Enter');
    await button(page, 'Suspend').click();
    await page.getByText('2 users are suspended.').waitFor();
    await page.context().close();
  });

  it('changes users of several pages, whose selection survives a change of page until it is cleared', async () => {
    for (let number = 1; number <= 12; number++) await createUser(`Paula ${number}`);
    const page = await browser.openSignedIn('/users?search=paula&limit=10&sort=createdAt&order=asc');
    await page.getByRole('checkbox', { name: 'Select Paula 2', exact: true }).check();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByRole('checkbox', { name: 'Select Paula 12' }).check();
    await page.getByText('2 selected, 1 of them not on this page').waitFor();
    await button(page, 'Suspend …').click();
    const dialog = page.getByRole('dialog', { name: 'Suspend 2 users?' });
    const names = await dialog.getByRole('list', { name: 'Users who change' }).getByRole('listitem').allInnerTexts();
    expect(names.sort()).toEqual(['Paula 12', 'Paula 2']);
    await button(page, 'Suspend').click();
    await page.getByText('2 users are suspended.').waitFor();
    await button(page, 'Restore …').click();
    await page.getByText('2 users will no longer be suspended:').waitFor();
    await button(page, 'Cancel').click();
    await expectAccessibleOnAllScreens(page, 'selection over several pages');
    await button(page, 'Clear selection').click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Page 1' }).click();
    await page.getByRole('checkbox', { name: 'Select Paula 2', exact: true }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.context().close();
  });

  it('does not let administrators remove their own access', async () => {
    const page = await openDialog('administrator', 'Suspend');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('Deselect yourself.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true);
    await page.context().close();
  });

  it('says that nobody would change', async () => {
    await createUser('Nora One');
    const page = await openDialog('nora', 'Restore');
    await page.getByText('1 user is not suspended.').waitFor();
    expect(await button(page, 'Restore').isDisabled()).toBe(true);
    await page.context().close();
  });
});
