import { readFile } from 'node:fs/promises';
import { submitAccepted } from '../../../test/support/attempts.js';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { attemptAt, createPlayer, createQuiz } from '../../../test/support/factories.js';

describePages('the page of a user', (site) => {
  it('exports the data of the user as a file', async () => {
    const player = await createPlayer(site.service);
    const page = await site.browser.visit(`/users/${player.userId}`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export data' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`data-of-${player.displayName}.json`);
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { users: object[] };
    expect(data.users).toMatchObject([{ id: player.userId }]);
  });

  it('erases the user after it showed what goes and what stays, with a reason and the name', async () => {
    const admin = await createPlayer(site.service, 'admin');
    const player = await createPlayer(site.service);
    const displayName = 'Zoe\u0308  van \u200fEyck';
    await site.service.backoffice.call('PATCH', `/users/${player.userId}`, { displayName });
    const quiz = await createQuiz(admin);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await site.service.backoffice.call('PATCH', `/users/${player.userId}`, { suspended: true });
    const page = await site.browser.visit(`/users/${player.userId}`);
    await page.getByRole('button', { name: 'Erase …' }).click();
    const dialog = page.getByRole('dialog');
    const listed = (label: string) => dialog.getByRole('list', { name: label }).getByRole('listitem').allInnerTexts();
    await dialog.getByRole('list', { name: 'Stays' }).waitFor();
    expect([await listed('Deleted'), await listed('Stays')]).toEqual([['API keys: 1'], ['Attempts: 1']]);
    const again = dialog.getByText('makes the results count in statistics again');
    expect(await again.isVisible()).toBe(true);
    await expectAccessible(page);
    await dialog.getByLabel('Remove').check();
    expect(await again.isVisible()).toBe(false);
    expect(await listed('Deleted')).toEqual(['API keys: 1', 'Attempts: 1']);
    const erase = dialog.getByRole('button', { name: 'Erase user' });
    await dialog.getByLabel('Reason').fill('Asked for it by letter');
    expect(await erase.isEnabled()).toBe(false);
    await dialog.getByLabel(/^Type/).fill('Zoë van');
    expect(await erase.isEnabled()).toBe(false);
    // The name as the page shows it.
    await dialog.getByLabel(/^Type/).fill('Zoë van Eyck');
    await erase.click();
    await page.getByText('The user is removed.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect((await site.service.backoffice.request('GET', `/users/${player.userId}`)).status).toBe(404);
    await site.browser.visit('/audit');
    const row = page.getByRole('row').filter({ hasText: 'Erased a user' });
    await row.getByText('Deleted user').waitFor();
    expect(await row.getByRole('link').allInnerTexts()).toEqual(['Administrator']);
    const ofKey = page.getByRole('row').filter({ hasText: 'Owner: Deleted user' });
    expect(await ofKey.getByRole('link').allInnerTexts()).toEqual(['Administrator']);
    await site.browser.visit(`/users/${player.userId}`);
    await page.getByRole('heading', { level: 1, name: 'User not found' }).waitFor();
    await page.getByRole('link', { name: 'Entries in the audit log' }).click();
    await row.waitFor();
  });
});
