import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { type Quiz, quizBody, type QuizBody } from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

describeInBrowser('the form of a quiz', () => {
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

  const create = (body: QuizBody) => service.backoffice.call<Quiz>('POST', '/quizzes', body);
  const read = (id: string) => service.backoffice.call<Quiz>('GET', `/quizzes/${id}`);
  /** The concurrent change of another administrator. */
  const replace = (id: string, body: QuizBody) => service.backoffice.call<Quiz>('PUT', `/quizzes/${id}`, body);

  const edit = async (quiz: Pick<Quiz, 'id'>) => {
    const form = new QuizForm(await browser.openSignedIn(`/quizzes/${quiz.id}`));
    await form.button('Save').waitFor();
    return form;
  };

  /** A form with changes of a quiz that another one has changed since it was opened. */
  const meetConflict = async () => {
    const quiz = await create(quizBody(3));
    const form = await edit(quiz);
    const theirs = quizBody(4, { title: 'Theirs', maxAttempts: 5 });
    if (theirs.questions[0]) theirs.questions[0].text = 'Their first';
    await replace(quiz.id, theirs);
    await form.page.getByLabel('Title').fill('Mine');
    await form.page.getByLabel('Description').fill('My description');
    await form.open(2);
    await form.text(2).fill('My second');
    await form.button('Save').click();
    const dialog = form.page.getByRole('dialog', { name: 'Somebody else changed this quiz' });
    await dialog.waitFor();
    return { quiz, form, page: form.page, dialog };
  };

  it('merges changes that do not overlap, and saves them', async () => {
    const quiz = await create(quizBody(3));
    const form = await edit(quiz);
    const { page } = form;
    const theirs = quizBody(4, { title: 'Theirs' });
    if (theirs.questions[0]) theirs.questions[0].text = 'Their first';
    await replace(quiz.id, theirs);
    await page.getByLabel('Description').fill('My description');
    await form.open(2);
    await form.text(2).fill('My second');
    await form.button('Remove question 3').click();
    await form.save();
    await page.getByText('Saved together with changes of somebody else.').waitFor();
    await form.expectOrder('Their first', 'Question 4');
    expect(await form.text(2).inputValue()).toBe('My second');
    expect(await page.getByLabel('Title').inputValue()).toBe('Theirs');
    const stored = await read(quiz.id);
    expect(stored).toMatchObject({ title: 'Theirs', description: 'My description' });
    expect(stored.questions.map(({ text }) => text)).toEqual(['Their first', 'My second', 'Question 4']);
    await expectAccessibleOnAllScreens(page, 'merged changes');

    // An undoing would remove what the other one has stored.
    expect(await form.button('Undo').count()).toBe(0);
    await page.context().close();
  });

  it('asks only about changes that overlap', async () => {
    const { quiz, page, dialog } = await meetConflict();
    const differences = await dialog.getByRole('region').allInnerTexts();
    expect(differences.map((text) => text.replaceAll(/\s*\n\s*/g, ' | '))).toEqual([
      'Title: changed by both of you | Theirs | Theirs | Yours | Mine',
    ]);
    expect((await read(quiz.id)).title).toBe('Theirs');
    await page.context().close();
  });

  it.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ])('saves overlapping changes as in %s, and the others of both', async (side, title) => {
    const { quiz, form, page, dialog } = await meetConflict();
    await dialog.getByRole('button', { name: `Save with ${side}` }).click();
    await page.getByText('All changes are saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const stored = await read(quiz.id);
    expect(stored).toMatchObject({ title, description: 'My description', maxAttempts: 5 });
    const texts = ['Their first', 'My second', 'Question 3', 'Question 4'];
    expect(stored.questions.map(({ text }) => text)).toEqual(texts);
    await page.getByLabel('Title').fill('Mine again');
    await form.save();
    expect((await read(quiz.id)).title).toBe('Mine again');
    await page.context().close();
  });

  it('asks again if the quiz changes once more before the merged version is saved', async () => {
    const { quiz, page, dialog } = await meetConflict();
    await replace(quiz.id, quizBody(3, { title: 'Theirs, newer' }));
    await dialog.getByRole('button', { name: 'Save with mine' }).click();
    await dialog.getByText('Theirs, newer').waitFor();
    expect((await read(quiz.id)).title).toBe('Theirs, newer');
    await dialog.getByRole('button', { name: 'Save with mine' }).click();
    await page.getByText('All changes are saved.').waitFor();
    expect((await read(quiz.id)).title).toBe('Mine');
    await page.context().close();
  });

  it('lets the user continue to edit, and asks again when the form is saved', async () => {
    const { quiz, form, page, dialog } = await meetConflict();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await form.expectFocus('');
    expect(await page.getByLabel('Title').inputValue()).toBe('Mine');
    expect(await form.text(2).inputValue()).toBe('My second');
    await page.getByText('Unsaved changes.').waitFor();
    await form.button('Save').click();
    await dialog.waitFor();
    expect((await read(quiz.id)).title).toBe('Theirs');
    await page.context().close();
  });

  it('saves a quiz that was deleted in the meantime as a new one', async () => {
    const quiz = await create(quizBody(2));
    const form = await edit(quiz);
    const { page } = form;
    await service.backoffice.call('DELETE', `/quizzes/${quiz.id}`);
    await page.getByLabel('Title').fill('Not lost');
    await form.button('Save').click();
    await page.getByRole('alert').getByText('Quiz not found').waitFor();
    await form.button('Save as a new quiz').click();
    await page.waitForURL((url) => !url.pathname.endsWith(quiz.id));
    await page.getByText('All changes are saved.').waitFor();
    const created = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(created.title).toBe('Not lost');
    expect(created.questions).toHaveLength(2);
    await page.context().close();
  });

  it('warns before it is left with changes, and not without', async () => {
    const form = await edit(await create(quizBody(2)));
    const { page } = form;
    const warning = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByLabel('Title').fill('Changed');
    await page.getByRole('link', { name: 'Preview' }).click();
    await warning.getByRole('button', { name: 'Stay on this page' }).click();
    await warning.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').inputValue()).toBe('Changed');
    // A restored value is no change.
    await page.getByLabel('Title').fill('Capitals');
    await page.getByText('All changes are saved.').waitFor();
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Preview' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await form.button('Move question 1 down').click();
    await page.getByRole('link', { name: 'Users' }).click();
    await warning.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.context().close();
  });

  it('does not warn about saved changes', async () => {
    const form = await edit(await create(quizBody(2)));
    await form.button('Duplicate question 1').click();
    await form.save();
    await form.page.getByRole('link', { name: 'Preview' }).click();
    await form.page.getByRole('heading', { level: 1, name: 'Preview' }).waitFor();
    await form.page.context().close();
  });

  it('keeps text that is typed during the save, and the step to undo a removal', async () => {
    const quiz = await create(quizBody(2));
    const form = await edit(quiz);
    const { page } = form;
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/admin/api/quizzes/*', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await page.getByLabel('Title').fill('Saved');
    const request = page.waitForRequest((sent) => sent.method() === 'PUT');
    await form.button('Save').click();
    await request;
    await page.getByLabel('Title').fill('Typed later');
    await form.button('Remove question 1').click();
    const answer = page.waitForResponse((received) => received.request().method() === 'PUT');
    letGo?.();
    await answer;
    await page.getByRole('heading', { level: 1, name: /^Saved/ }).waitFor();
    await page.getByText('Unsaved changes.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed later');
    expect(await read(quiz.id)).toMatchObject({ title: 'Saved', questions: [{}, {}] });
    await form.button('Undo').click();
    await form.expectOrder('Question 1', 'Question 2');
    await form.save();
    expect((await read(quiz.id)).title).toBe('Typed later');
    await page.context().close();
  });

  it('loses nothing if the session ends before the save', async () => {
    const quiz = await create(quizBody(2));
    const form = await edit(quiz);
    const { page } = form;
    await page.getByLabel('Title').fill('After the session');
    await form.open(2);
    await form.text(2).fill('Still here');
    await page.context().clearCookies();
    await form.button('Save').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('All changes are saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const stored = await read(quiz.id);
    expect(stored.title).toBe('After the session');
    expect(stored.questions.map(({ text }) => text)).toEqual(['Question 1', 'Still here']);
    await page.context().close();
  });
});
