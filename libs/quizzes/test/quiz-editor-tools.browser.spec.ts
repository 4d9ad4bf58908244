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

  it('undoes removals, moves and duplicates one after the other, and keeps text that was typed meanwhile', async () => {
    const quiz = await open(quizBody(3));
    const { page } = form;
    await form.open(2);
    await form.button('Add answer').click();
    await form.answer(2, 3).fill('Third');
    await form.button('Move answer 3 up').click();
    await form.button('Duplicate answer 1').click();
    await form.button('Remove answer 4').click();
    await page.getByText('Answer 4 is removed in question 2.').waitFor();
    await form.button('Remove question 1').click();
    await form.button('Duplicate question 2').click();
    await form.head(3).click();
    await form.button('Drag question 3').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.getByText('Question 3 is now question 1.').waitFor();
    await form.head(2).click();
    await form.expectOrder('Question 3', 'Question 2', 'Question 3');
    await form.open(1);
    await form.text(1).fill('Of a copy');
    await form.open(2);
    await form.text(2).fill('Typed later');
    await form.button('Close all').click();
    await form.button('Add question').click();
    await form.fill(4, 'Added later', ['Yes', 'No']);
    await form.head(4).click();

    await expectAccessibleOnAllScreens(page, 'steps to undo');
    await form.button('Undo').click();
    await form.expectOrder('Typed later', 'Question 3', 'Of a copy', 'Added later');
    await page.getByText('Question 3 is a copy of question 2.').waitFor();
    await form.button('Undo').click();
    await form.expectOrder('Typed later', 'Question 3', 'Added later');
    await form.button('Undo').click();
    await form.expectOrder('Question 1', 'Typed later', 'Question 3', 'Added later');
    await form.button('Undo').click();
    // The question opens.
    await form.expectFocus('questions.1.answers.3.text');
    expect(await form.answers(2)).toEqual(['Right', 'Right', 'Third', 'Wrong']);
    await form.button('Undo').click();
    await form.expectFocus('questions.1.answers.0.text');
    await form.button('Undo').click();
    await form.expectFocus('questions.1.answers.2.text');
    expect(await form.answers(2)).toEqual(['Right', 'Wrong', 'Third']);
    await form.button('Undo').waitFor({ state: 'detached' });
    await form.save();
    const { questions } = await service.backoffice.call<Quiz>('GET', `/quizzes/${quiz.id}`);
    expect(questions.map(({ text }) => text)).toEqual(['Question 1', 'Typed later', 'Question 3', 'Added later']);
    expect(questions[1]?.answers.map(({ text, isCorrect }) => [text, isCorrect])).toEqual([
      ['Right', true],
      ['Wrong', false],
      ['Third', false],
    ]);
  });

  it('discards all changes after a confirmation, and brings them back', async () => {
    const quiz = await open(quizBody(3));
    const { page } = form;
    const discard = form.button('Discard changes');
    expect(await discard.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Title').fill('Changed');
    await form.open(2);
    await form.button('Remove question 1').click();
    await discard.click();
    const dialog = page.getByRole('dialog', { name: 'Discard all unsaved changes?' });
    await expectAccessibleOnAllScreens(page, 'discard changes');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').inputValue()).toBe('Changed');
    // What somebody else has stored meanwhile.
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}`, quizBody(4, { title: 'Theirs' }));
    await discard.click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('All changes are saved.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Theirs');
    // The question stays open.
    expect(await form.text(2).inputValue()).toBe('Question 2');
    await form.head(2).click();
    await form.expectOrder('Question 1', 'Question 2', 'Question 3', 'Question 4');
    await form.button('Undo').click();
    await form.expectOrder('Question 2', 'Question 3');
    expect(await page.getByLabel('Title').inputValue()).toBe('Changed');
    await form.button('Undo').click();
    await form.expectOrder('Question 1', 'Question 2', 'Question 3');
    await page.getByText('Unsaved changes.').waitFor();
    // They began with the former version.
    await form.button('Save').click();
    await page.getByRole('dialog', { name: 'Somebody else changed this quiz' }).waitFor();
    expect((await service.backoffice.call<Quiz>('GET', `/quizzes/${quiz.id}`)).title).toBe('Theirs');
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
