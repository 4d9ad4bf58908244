// The field that chooses one of many users, in the dialog of a new key and in the filter of attempts.
import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { createPlayer, createQuiz, quizBody } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('the choice of a user', () => {
  let service: Service;
  let browser: TestBrowser;
  let quizId: string;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    for (const displayName of ['Ada Lovelace', 'Grace Hopper', 'Somebody Else']) {
      const email = `${displayName.replace(' ', '.').toLowerCase()}@example.com`;
      await service.backoffice.call('POST', '/users', { email, displayName });
    }
    quizId = (await createQuiz(await createPlayer(service, 'admin'), quizBody(1))).id;
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  /** Holds back what the service answers to searches until the event `release`. */
  async function holdSearches(page: Page): Promise<EventEmitter> {
    const events = new EventEmitter();
    await page.route('**/admin/api/users?*search=*', async (route) => {
      const response = await route.fetch();
      const released = once(events, 'release');
      events.emit('held');
      await released;
      await route.fulfill({ response });
    });
    return events;
  }

  it.each([
    ['of a new key', '/settings/keys', 'Owner'],
    ['in the filter of attempts', '/quizzes/:id/attempts', 'User'],
  ])('%s selects no user while the search is pending, and shows that it is pending', async (_, path, label) => {
    const page = await browser.openSignedIn(path.replace(':id', quizId));
    if (label === 'Owner') await page.getByRole('button', { name: 'Create key' }).click();
    const scope = label === 'Owner' ? page.getByRole('dialog') : page.getByRole('main');
    const field = scope.getByRole('combobox', { name: label });
    await field.click();
    await page.getByRole('option', { name: 'Somebody Else' }).waitFor();
    const search = await holdSearches(page);
    const held = once(search, 'held');
    await page.keyboard.type('ada love');
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await field.inputValue()).toBe('ada love');
    await held;
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    expect(await field.inputValue()).toBe('ada love');
    expect(await field.getAttribute('aria-busy')).toBe('true');
    await page.getByText('Searching …').waitFor();
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0);

    search.emit('release');
    const ada = page.getByRole('option', { name: 'Ada Lovelace' });
    await ada.waitFor();
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(1);
    expect(await field.getAttribute('aria-busy')).toBe('false');
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await ada.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Ada Lovelace (ada.lovelace@example.com)');
    await page.context().close();
  });

  it('shows its list beyond the edges of the dialog', async () => {
    const page = await browser.openSignedIn('/settings/keys', { viewport: { width: 1280, height: 700 } });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Owner' }).click();
    const list = page.getByRole('listbox');
    await list.getByRole('option').nth(3).waitFor();
    // Options that a click would reach.
    const reached =
      await page.evaluate<number>(`[...document.querySelectorAll('[role=listbox] [role=option]')].filter((option) => {
      const { left, top, width, height } = option.getBoundingClientRect();
      return option.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).length`);
    expect(reached).toBeGreaterThanOrEqual(4);
    await page.context().close();
  });
});
