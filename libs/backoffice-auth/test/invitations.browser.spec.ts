import type { Locator, Page } from 'playwright-core';
import { query } from '../../../test/support/database.js';
import { describePages, expectAccessible, expectNoSidewaysScroll, signIn } from '../../../test/support/browser.js';
import { noteSecret } from '../../../test/support/run-log.js';

const PASSWORD = 'quarrelling flamingos at dusk';

describePages('invitations and sessions', (site) => {
  const button = (parent: Page | Locator, name: string | RegExp) => parent.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const openLink = (link: string) => site.browser.open(link.slice(link.indexOf('/admin') + '/admin'.length));

  /** Creates a link on the page of a user. */
  async function createLink(page: Page): Promise<string> {
    await button(page, 'Create invitation link').click();
    const link = await page.getByRole('dialog').getByLabel('Invitation link').inputValue();
    noteSecret(link.slice(link.indexOf('#') + 1));
    await expectAccessible(page);
    await button(page.getByRole('dialog'), 'I have copied it').click();
    await page.getByText('An invitation link is open until').waitFor();
    return link;
  }

  it('a new editor chooses a password by the link, and signs in', async () => {
    const page = await site.browser.visit('/users');
    await page.getByRole('link', { name: 'Invite', exact: true }).click();
    await heading(page, 'Invite to the backoffice');
    await page.getByText('copy the invitation link on their page').waitFor();
    expect(await page.getByLabel('Role').inputValue()).toBe('editor');
    await expectAccessible(page);
    await page.getByLabel('Email').fill('edith@example.com');
    await page.getByLabel('Display name').fill('Edith');
    await button(page, 'Create user').click();
    await heading(page, 'Edith');
    const invitation = page.getByRole('region', { name: 'Invitation to the backoffice' });
    await invitation.getByText('With an invitation link').waitFor();
    const link = await createLink(page);
    await page.goto(`${site.service.url}/admin/users`);
    await page.getByRole('region', { name: 'Open invitations' }).getByRole('link', { name: 'Edith' }).waitFor();
    await expectAccessible(page);

    const invited = await openLink(link);
    await invited.getByText('you may use the backoffice as Editor').waitFor();
    await expectAccessible(invited);
    await invited.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(invited);
    await invited.getByLabel('New password').fill('passwordpassword');
    await button(invited, 'Set password').click();
    await invited.getByText(/^must be harder to guess/).waitFor();
    await invited.getByLabel('New password').fill(PASSWORD);
    await button(invited, 'Set password').click();
    await heading(invited, 'Your password is set');
    await invited.getByRole('link', { name: 'To the sign-in' }).click();
    await signIn(invited, { email: 'edith@example.com', password: PASSWORD });
    await heading(invited, 'Overview');

    const again = await openLink(link);
    await again.getByRole('alert').getByText('A password was already set with this invitation.').waitFor();
    await expectAccessible(again);
    await Promise.all([invited, again].map((one) => one.context().close()));
  });

  it('another link in the same tab begins anew', async () => {
    const linkOf = async (name: string) => {
      const body = { email: `${name}@example.com`, displayName: name, role: 'editor' };
      const { id } = await site.service.backoffice.call<{ id: string }>('POST', '/users', body);
      const path = `/users/${id}/invitation`;
      const { token } = await site.service.backoffice.call<{ token: string }>('PUT', path);
      noteSecret(token);
      return `${site.service.url}/admin/invitation#${token}`;
    };
    const page = await openLink(await linkOf('first'));
    await page.getByLabel('New password').fill(PASSWORD);
    await button(page, 'Set password').click();
    await heading(page, 'Your password is set');
    await page.goto(await linkOf('second'));
    await heading(page, 'Your invitation to the Quiz service');
    await page.getByText('second, you may use the backoffice').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    await page.context().close();
  });

  it('a link that is not valid is read once, also when the page gets the focus or the network comes back', async () => {
    const page = await openLink(`/admin/invitation#${'A'.repeat(43)}`);
    await page.getByRole('alert').waitFor();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const last = page.waitForRequest('**/sessions');
    await page.evaluate(async () => {
      for (const event of ['visibilitychange', 'offline', 'online'])
        (globalThis as unknown as EventTarget).dispatchEvent(new Event(event));
      // Whatever the page requests now begins before the last one.
      await fetch('/health');
      await fetch('/admin/api/sessions');
    });
    await last;
    expect(requested).not.toContain('/admin/api/invitations/reading');
    await page.context().close();
  });

  it('the list names who invited, without a link once they were erased', async () => {
    const { backoffice, databaseUrl } = site.service;
    const create = (displayName: string, role: string) =>
      backoffice.call<{ id: string }>('POST', '/users', { email: `${displayName}@example.com`, displayName, role });
    const [inviter, invited] = [await create('Inviter', 'player'), await create('Invited', 'editor')];
    noteSecret((await backoffice.call<{ token: string }>('PUT', `/users/${invited.id}/invitation`)).token);
    const change = 'UPDATE invitations SET created_by = $1 WHERE user_id = $2';
    await query(databaseUrl, change, [inviter.id, invited.id]);
    const page = await site.browser.visit('/users');
    const list = page.getByRole('region', { name: 'Open invitations' });
    await list.getByRole('link', { name: 'Inviter' }).waitFor();
    await backoffice.call('POST', `/users/${inviter.id}/erasure`, { way: 'remove', reason: 'Has left' });
    await page.reload();
    const row = list.getByRole('row').filter({ hasText: 'Deleted user' });
    await row.waitFor();
    expect(await row.getByRole('link').allInnerTexts()).toEqual(['Invited']);
  });

  it('the page of a user finds their invitation among many', async () => {
    const body = { email: 'last@example.com', displayName: 'Last', role: 'editor' };
    const { id } = await site.service.backoffice.call<{ id: string }>('POST', '/users', body);
    await site.service.backoffice.call('PUT', `/users/${id}/invitation`);
    const insert = `INSERT INTO invitations (user_id, token_hash, created_by, expires_at)
      SELECT gen_random_uuid(), sha256(i::text::bytea), $1, now() + interval '1 hour' FROM generate_series(1, 100) AS i`;
    await query(site.service.databaseUrl, insert, [id]);
    const page = await site.browser.visit(`/users/${id}`);
    await page.getByText('An invitation link is open until').waitFor();
    await query(site.service.databaseUrl, 'DELETE FROM invitations', []);
  });

  it('a link that is revoked or expired says so', async () => {
    const body = { email: 'rita@example.com', displayName: 'Rita', role: 'admin' };
    const { id } = await site.service.backoffice.call<{ id: string }>('POST', '/users', body);
    const page = await site.browser.visit(`/users/${id}`);
    const link = await createLink(page);
    await query(site.service.databaseUrl, 'UPDATE invitations SET expires_at = now() WHERE user_id = $1', [id]);
    const invited = await openLink(link);
    await invited.getByRole('alert').getByText('it was valid for three days').waitFor();
    await page.goto(`${site.service.url}/admin/users/${id}`);
    const other = await createLink(page);
    await button(page, 'Revoke the invitation of Rita').click();
    await page.getByText('With an invitation link').waitFor();
    const revoked = await openLink(other);
    await revoked.getByRole('alert').getByText('an administrator has revoked or replaced it').waitFor();
    await Promise.all([invited, revoked].map((one) => one.context().close()));
  });

  it('the sessions of others are listed and ended', async () => {
    const credentials = { email: 'eve@example.com', password: PASSWORD };
    await site.service.backoffice.call('POST', '/users', { ...credentials, displayName: 'Eve', role: 'admin' });
    const theirs = await site.browser.openSignedIn('/', {}, credentials);
    await site.browser.openSignedIn('/', {}, credentials).then((one) => one.context().close());
    await heading(theirs, 'Overview');
    const page = await site.browser.visit('/users');
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await heading(page, 'Sessions');
    const ofEve = page.getByRole('button', { name: /^End session of Eve/ });
    await ofEve.first().waitFor();
    expect(await ofEve.count()).toBe(2);
    await expectAccessible(page);
    await ofEve.first().click();
    await page.getByText('The session has ended.').waitFor();
    await page.getByRole('cell').getByRole('link', { name: 'Eve' }).click();
    await heading(page, 'Eve');
    await page.getByRole('link', { name: 'Sessions of Eve in the backoffice' }).click();
    await button(page, 'End all sessions').click();
    await page.getByText('There are no sessions').waitFor();
    await expectAccessible(page);
    await theirs.reload();
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await theirs.context().close();
  });
});
