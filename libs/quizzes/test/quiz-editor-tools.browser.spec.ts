import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { type Quiz, quizBody, type QuizBody } from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('the editor of a quiz with 200 questions', () => {
  let service: Service;
  let browser: TestBrowser;
  let form: QuizForm;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  const open = async (body: QuizBody) => {
    const quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', body);
    form = new QuizForm(await browser.openSignedIn(`/quizzes/${quiz.id}`));
    await form.button('Save').waitFor();
    return quiz;
  };
  afterEach(() => form.page.context().close());

  it('finds questions by their texts and answers, by keyboard', async () => {
    const body = quizBody(200);
    if (body.questions[149]?.answers[1]) body.questions[149].answers[1].text = 'Zürich';
    if (body.questions[19]) body.questions[19].text = 'Where is Zurich?';
    await open(body);
    const { page } = form;
    const field = page.getByLabel('Find in questions and answers');
    await field.fill('zurich');
    await field.press('Enter');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await form.text(20).waitFor();
    await field.press('Enter');
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await form.answer(150, 2).waitFor();
    expect(await form.head(150).isVisible()).toBe(true);
    await expectAccessibleOnAllScreens(page, 'found question');
    await field.press('Shift+Enter');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await form.button('Find the next question').click();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await field.press('Escape');
    await page.locator('h3 button:focus', { hasText: 'Question 150' }).waitFor();
    await field.fill('nowhere');
    await field.press('Enter');
    await page.getByText('Not found').waitFor();
  });

  it('moves a question to a position, and keeps the focus', async () => {
    const quiz = await open(quizBody(200));
    const { page } = form;
    expect(await form.button('Move to …, question 180').innerText()).toBe('Move to …');
    await form.button('Move to …, question 180').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move question 180' });
    const position = dialog.getByLabel('New position');
    await position.fill('201');
    await position.press('Enter');
    await dialog.getByText('Enter a position from 1 to 200').waitFor();
    await expectAccessibleOnAllScreens(page, 'move a question');
    await position.fill('3');
    await position.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await form.expectFocus('Move to …, question 3');
    await form.save();
    const { questions } = await service.backoffice.call<Quiz>('GET', `/quizzes/${quiz.id}`);
    const texts = questions.slice(1, 4).map(({ text }) => text);
    expect(texts).toEqual(['Question 2', 'Question 180', 'Question 3']);
  });

  it('opens and closes all questions', async () => {
    await open(quizBody(200));
    const { page } = form;
    const expanded = page.locator('h3 button[aria-expanded=true]');
    await form.button('Open all').click();
    await form.text(200).waitFor();
    expect(await expanded.count()).toBe(200);
    await form.button('Close all').click();
    await form.text(200).waitFor({ state: 'detached' });
    expect(await expanded.count()).toBe(0);
  });

  it('previews unsaved changes without storing them', async () => {
    const quiz = await open(quizBody(2, { randomizeQuestions: false }));
    const { page } = form;
    await page.getByLabel('Title').fill('Not saved yet');
    await form.open(1);
    await form.text(1).fill('Changed question');
    await form.button('Preview').click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await preview.getByRole('heading', { name: 'Not saved yet' }).waitFor();
    expect(await preview.getByText('in random order').count()).toBe(0);
    await preview.getByRole('radiogroup', { name: 'Changed question' }).getByLabel('Right').check();
    await expectAccessibleOnAllScreens(page, 'preview before saving');
    await preview.getByRole('button', { name: 'Next' }).click();
    await preview.getByRole('button', { name: 'Finish' }).click();
    await preview.getByText('1 of 2 correct').waitFor();
    await preview.getByRole('button', { name: 'Close the preview' }).click();
    await preview.waitFor({ state: 'detached' });
    await page.getByText('Unsaved changes.').waitFor();
    await page.getByLabel('Random order of questions').check();
    await form.button('Preview').click();
    await preview.getByText('The questions are in random order').waitFor();
    const stored = await service.backoffice.call<Quiz>('GET', `/quizzes/${quiz.id}`);
    expect(stored).toEqual(quiz);
  });

  it('previews a question without texts', async () => {
    form = new QuizForm(await browser.openSignedIn('/quizzes/new'));
    await form.button('Preview').click();
    const preview = form.page.getByRole('dialog', { name: 'Preview' });
    await preview.getByRole('heading', { name: 'No title yet' }).waitFor();
    await expectAccessibleOnAllScreens(form.page, 'preview of an empty quiz');
  });

  it('asks for a question before the preview', async () => {
    await open(quizBody(1));
    await form.button('Remove question 1').click();
    await form.button('Preview').click();
    await form.page.getByText('Add a question: a quiz has at least one').waitFor();
  });
});
