import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, signIn, TestBrowser } from '../../../test/support/browser.js';
import { type Quiz, quizBody } from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

describeInBrowser('a draft of a quiz', () => {
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

  const read = (id: string) => service.backoffice.call<Quiz>('GET', `/quizzes/${id}`);
  const offer = (page: Page) => page.getByRole('dialog', { name: 'Restore unsaved changes?' });
  const choose = (page: Page, action: string) => offer(page).getByRole('button', { name: action }).click();

  const keysOf = (page: Page) => page.evaluate<string[]>('Object.keys(localStorage)');
  const untilStored = (page: Page, answer: string) =>
    until(`a draft with the answer ${answer} is stored`, async () => {
      const drafts = await page.evaluate<string>('JSON.stringify(Object.values(localStorage))');
      return (JSON.parse(drafts) as string[]).some((draft) => draft.includes(`"text":"${answer}"`)) || drafts;
    });
  const untilRemoved = (page: Page) =>
    until('no draft is stored', async () => {
      const keys = await keysOf(page);
      return keys.length === 0 || keys;
    });

  /** Opens a path in a new tab after the tab of the page ended without notice. */
  async function crash(page: Page, path: string): Promise<Page> {
    const next = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await next.goto(`${service.url}/admin${path}`);
    return next;
  }

  /** A form with a changed title and a new question, which the browser has stored. */
  async function changedForm(): Promise<{ quiz: Quiz; path: string; page: Page }> {
    const quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(2));
    const path = `/quizzes/${quiz.id}`;
    const page = await browser.openSignedIn(path);
    const form = new QuizForm(page);
    await form.button('Save').waitFor();
    expect(await keysOf(page)).toEqual([]);
    await page.getByLabel('Title').fill('Changed title');
    await form.button('Add question').click();
    await form.fill(3, 'New question', ['Yes', 'No']);
    await untilStored(page, 'No');
    return { quiz, path, page };
  }

  it('is restored after a crash, and removed when it is saved', async () => {
    const { quiz, path, page: crashed } = await changedForm();
    const page = await crash(crashed, path);
    await offer(page).waitFor();
    await expectAccessibleOnAllScreens(page, 'offered draft');
    await page.keyboard.press('Escape');
    await choose(page, 'Restore');
    await page.getByText('Unsaved changes.').waitFor();
    await new QuizForm(page).save();
    const stored = await read(quiz.id);
    expect(stored.title).toBe('Changed title');
    expect(stored.questions.map(({ text }) => text)).toEqual(['Question 1', 'Question 2', 'New question']);
    await untilRemoved(page);
    await page.reload();
    await new QuizForm(page).button('Save').waitFor();
    expect(await offer(page).count()).toBe(0);
    await page.context().close();
  });

  it('is offered again if the browser crashes before a decision, and can be discarded', async () => {
    const { quiz, path, page: crashed } = await changedForm();
    const undecided = await crash(crashed, path);
    await offer(undecided).waitFor();
    const page = await crash(undecided, path);
    await choose(page, 'Discard');
    await page.getByText('All changes are saved.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe(quiz.title);
    expect(await keysOf(page)).toEqual([]);
    await page.context().close();
  });

  it('leaves nothing to save once its changes are taken back', async () => {
    const { quiz, path, page: crashed } = await changedForm();
    const page = await crash(crashed, path);
    await choose(page, 'Restore');
    const form = new QuizForm(page);
    await form.button('Remove question 3').click();
    await page.getByText('Unsaved changes.').waitFor();
    await page.getByLabel('Title').fill(`${quiz.title} `);
    await page.getByText('All changes are saved.').waitFor();
    await untilRemoved(page);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.context().close();
  });

  it('is removed and not offered if the stored quiz is the same', async () => {
    const { quiz, path, page: crashed } = await changedForm();
    const questions = [...quiz.questions, { text: 'New question', answers: YES_NO }];
    await service.backoffice.call('PUT', path, { ...quiz, title: 'Changed title', questions });
    const page = await crash(crashed, path);
    await page.getByText('All changes are saved.').waitFor();
    expect(await offer(page).count()).toBe(0);
    await untilRemoved(page);
    await page.context().close();
  });

  it('does not overwrite a version that was saved in the meantime', async () => {
    const { quiz, path, page: crashed } = await changedForm();
    await service.backoffice.call('PUT', path, quizBody(2, { title: 'Theirs' }));
    const page = await crash(crashed, path);
    await choose(page, 'Restore');
    await new QuizForm(page).button('Save').click();
    await page.getByRole('dialog', { name: 'Somebody else changed this quiz' }).waitFor();
    expect((await read(quiz.id)).title).toBe('Theirs');
    await page.context().close();
  });

  it('is removed when the user leaves the page without saving', async () => {
    const { page } = await changedForm();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(await keysOf(page)).toEqual([]);
    await page.context().close();
  });

  it('is kept for a new quiz until it is created', async () => {
    const form = new QuizForm(await browser.openSignedIn('/quizzes/new'));
    await form.page.getByLabel('Title').fill('New quiz of mine');
    await form.fill(1, 'First question', ['Yes', 'No']);
    await untilStored(form.page, 'No');
    const page = await crash(form.page, '/quizzes/new');
    await choose(page, 'Restore');
    await new QuizForm(page).button('Create quiz').click();
    await page.getByText('All changes are saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Edit quiz' }).waitFor();
    await untilRemoved(page);
    await page.context().close();
  });

  it('is removed when its user signs out', async () => {
    const { path, page: crashed } = await changedForm();
    const page = await crash(crashed, '/users');
    await page.getByRole('button', { name: 'Administrator' }).click();
    // Without its effect on the session of the other tests.
    await page.route('**/admin/api/session', async (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fallback(),
    );
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/admin/sign-in');
    expect(await keysOf(page)).toEqual([]);
    await page.goto(`${service.url}/admin${path}`);
    await new QuizForm(page).button('Save').waitFor();
    expect(await offer(page).count()).toBe(0);
    await page.context().close();
  });

  it('is removed when another user signs in', async () => {
    const { path, page: crashed } = await changedForm();
    const credentials = { email: 'other@example.com', password: 'brown fox over lazy dog' };
    await service.backoffice.call('POST', '/users', { displayName: 'Other', role: 'admin', ...credentials });
    await crashed.context().clearCookies();
    const page = await crash(crashed, path);
    await page.getByLabel('Email').waitFor();
    expect(await keysOf(page)).toHaveLength(1);
    await signIn(page, credentials);
    await new QuizForm(page).button('Save').waitFor();
    expect(await offer(page).count()).toBe(0);
    expect(await keysOf(page)).toEqual([]);
    await page.context().close();
  });
});

const YES_NO = [
  { text: 'Yes', isCorrect: true },
  { text: 'No', isCorrect: false },
];
