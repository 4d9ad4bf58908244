import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { cellsOf, createNamed, expectRows, submitAll } from '../../../test/support/results.js';
import { answersTo, save, startAccepted, submitStart } from '../../../test/support/starts.js';
import { until } from '../../../test/support/until.js';

describePages('results', (site) => {
  let author: Player;
  let ada: Player;

  beforeAll(async () => {
    author = await createPlayer(site.service, 'admin');
    ada = await createNamed(site.service, 'Ada Attempter');
  });

  const newQuiz = (overrides: object = {}) => createQuiz(author, quizBody(4, { maxAttempts: 100, ...overrides }));
  const button = (parent: Page | Locator, name: string) => parent.getByRole('button', { name, exact: true });
  const rewordWithOtherKey = async (form: QuizForm, question: number) => {
    await form.open(question);
    await form.text(question).fill(`${await form.text(question).inputValue()}!`);
    await form.correct(question, 2).check();
    await form.correct(question, 1).uncheck();
  };
  const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

  it('a teacher pages through the attempts at a quiz, filters and sorts them, and opens one after the other', async () => {
    const quiz = await newQuiz();
    const zoe = await createNamed(site.service, 'Zoe Attempter');
    await submitAll(
      ada,
      quiz,
      Array.from({ length: 31 }, (_, index) => index % 5),
    );
    await submitAccepted(zoe, quiz.id, { ...attemptAt(quiz, 4), timedOut: true });
    await submitAccepted(zoe, quiz.id, attemptAt(quiz, 1, 500));
    await submitAccepted(zoe, quiz.id, attemptAt(quiz, 0, 65_000));
    const page = await site.browser.visit(`/quizzes/${quiz.id}/attempts`);
    await expectRows(page, 30);
    await page.getByText('34 attempts', { exact: true }).waitFor();
    const more = '**/attempts?*cursor=*';
    await page.route(more, (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }));
    await button(page, 'Show more').click();
    await page.getByRole('alert').getByText('Out of order').waitFor();
    await expectRows(page, 30);
    await page.unroute(more);
    await button(page, 'Try again').click();
    await expectRows(page, 34);
    expect(await button(page, 'Show more').count()).toBe(0);
    await page.getByLabel('Result').selectOption('Passed');
    // Of Ada's scores 0 to 4 of 4, 3 and 4 pass: 6 each. Of Zoe's, one.
    await expectRows(page, 13);
    await page.getByText('13 attempts', { exact: true }).waitFor();
    await page.getByLabel('Time').selectOption('Timed out');
    await expectRows(page, 1);
    await page.getByText('1 attempt', { exact: true }).waitFor();
    await page.reload();
    await expectRows(page, 1);
    await button(page, 'Clear filters').click();
    await page.getByRole('combobox', { name: 'User', exact: true }).fill('zoe att');
    await page.getByRole('option', { name: /Zoe Attempter/ }).click();
    await expectRows(page, 3);
    await page.getByLabel('Result').selectOption('Not passed');
    await expectRows(page, 2);
    await button(page, 'Time taken').focus();
    await page.keyboard.press('Enter');
    await until('the shortest is first', async () => (await cellsOf(page, 'Attempts'))[0]?.[2] === '25.00%');
    const search = { passed: 'false', userId: zoe.userId, sort: 'totalTimeMs', order: 'asc' };
    expect(searchOf(page)).toEqual(search);
    const first = page.locator('tbody tr').first();
    const address = (await first.getByRole('link', { name: /answers$/ }).getAttribute('href')) ?? '';
    // A click anywhere on the row opens the attempt: the link lies over the cell.
    await page.setViewportSize({ width: 390, height: 800 });
    await first.getByRole('cell').nth(2).click({ force: true });
    await page.waitForURL(`**${address}`);
    await page.setViewportSize({ width: 1280, height: 900 });
    const facts = page.getByRole('main').locator('dl');
    await facts.getByText('25.00% (1').waitFor();
    const next = page.getByRole('link', { name: 'Next' });
    await next.and(page.locator(':not([aria-disabled=true])')).focus();
    await page.keyboard.press('Enter');
    await facts.getByText('0.00% (0').waitFor();
    await next.and(page.locator('[aria-disabled=true]')).waitFor();
    expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Next');
    await page.getByRole('link', { name: 'Previous' }).click();
    await facts.getByText('25.00% (1').waitFor();
    await page.getByRole('link', { name: 'All attempts' }).click();
    await expectRows(page, 2);
    expect(searchOf(page)).toEqual(search);
    await first.getByRole('link', { name: 'Zoe Attempter', exact: true }).click();
    await page.waitForURL(`**/users/${zoe.userId}`);
    await page.getByRole('link', { name: 'Attempts', exact: true }).click();
    await expectRows(page, 3);
    await page.route('**/admin/api/**/attempts?*', async (route) => {
      const response = await route.fetch();
      const part = (await response.json()) as object;
      await route.fulfill({ response, json: { ...part, total: null, since: '2026-01-01T00:00:00.000Z' } });
    });
    await page.goto(`${site.service.url}/admin/quizzes/${quiz.id}/attempts?sort=percentage`);
    await page.getByRole('alert').getByText('Not all attempts are sorted').waitFor();
    await page.getByText('More than 10,000 attempts').waitFor();
  });

  it("a teacher filters by days of the viewer's time zone, the last one included, and exports what is shown", async () => {
    const quiz = await newQuiz({ title: '=1+1' });
    const player = await createNamed(site.service, '=HYPERLINK("https://evil.example","click")');
    const ids = await submitAll(player, quiz, [0, 1, 4, 4]);
    // New York is four hours behind UTC in June: only the two in the middle are of the 10th there.
    const times = [
      '2026-06-10T03:59:59.999Z',
      '2026-06-10T04:00:00Z',
      '2026-06-11T03:59:59.999Z',
      '2026-06-11T04:00:00Z',
    ];
    await query(
      site.service.databaseUrl,
      'UPDATE attempts SET completed_at = moved.at FROM unnest($1::uuid[], $2::timestamptz[]) AS moved (id, at) WHERE attempts.id = moved.id',
      [ids, times],
    );
    const options = { timezoneId: 'America/New_York' };
    const page = await site.browser.openSignedIn(`/quizzes/${quiz.id}/attempts`, options);
    await expectRows(page, 4);
    await page.getByLabel('From').fill('2026-06-10');
    await page.getByLabel('Until (included)').fill('2026-06-10');
    await expectRows(page, 2);
    expect(searchOf(page)).toEqual({ from: '2026-06-10T04:00:00.000Z', to: '2026-06-11T04:00:00.000Z' });
    expect(await page.locator('tbody time').first().getAttribute('title')).toBe('2026-06-11 03:59 UTC');
    await page.getByLabel('Result').selectOption('Passed');
    await expectRows(page, 1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('attempts-=1+1.csv');
    expect(parse(await readFile(await file.path()), { columns: true, bom: true })).toMatchObject([
      { Name: `'${player.displayName}`, Correct: '4', Questions: '4', Percentage: '100', Passed: 'yes' },
    ]);
    await page.getByLabel('From').fill('2026-06-11');
    await page.getByText('The last day is before the first one').waitFor();
    await expectAccessible(page);
    await button(page, 'Clear filters').click();
    await expectRows(page, 4);
    await page.context().close();
  });

  it('a teacher reads an attempt in the version that was taken, voids it with a reason, and restores it', async () => {
    const [first, ...others] = quizBody(4).questions;
    const questions = [{ ...first, explanation: 'It is right.' }, ...others];
    const quiz = await newQuiz({ title: 'Capitals', questions });
    const { answers, totalTimeMs } = attemptAt(quiz, 1, 65_000);
    const attempt = { totalTimeMs, answers: answers.slice(0, 3) };
    const { attemptId } = await submitAccepted(ada, quiz.id, attempt);
    await updateQuiz(author, quiz.id, quizBody(1, { title: 'Rewritten' }));
    const page = await site.browser.visit(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    await page.getByText('Rewritten').waitFor();
    const facts = await page.getByRole('main').locator('dl').innerText();
    expect(facts.replaceAll('\u00a0', ' ')).toMatch(/25.00% \(1 of 4\)[^]*Not passed[^]*1 min 5 s/);
    const shown = await page.getByRole('article').allInnerTexts();
    expect(shown.map((text) => text.split('\n').filter(Boolean))).toEqual([
      [
        '1. Question 1',
        'Correct',
        'Right – chosen, correct',
        'Wrong',
        'Explanation: It is right.',
        'Regrade question 1',
      ],
      ['2. Question 2', 'Wrong', 'Right – correct answer', 'Wrong – chosen, wrong', 'Regrade question 2'],
      ['3. Question 3', 'Wrong', 'Right – correct answer', 'Wrong – chosen, wrong', 'Regrade question 3'],
      ['4. Question 4', 'Not answered', 'Right – correct answer', 'Wrong', 'Regrade question 4'],
    ]);
    await button(page, 'Void attempt').click();
    const dialog = page.getByRole('dialog');
    expect(await button(dialog, 'Void attempt').isDisabled()).toBe(true);
    await dialog.getByText('Enter a reason first.').waitFor();
    await dialog.getByLabel('Reason').fill('Taken on behalf of another student');
    await expectAccessible(page);
    await button(dialog, 'Void attempt').click();
    await page.getByText('voided by Administrator. Reason: Taken on behalf of another student').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All attempts' }).click();
    await page.getByRole('table').getByText('Voided').waitFor();
    await page.getByLabel('Voided').selectOption('Not voided');
    await page.getByText('No matching attempts').waitFor();
    await page.getByLabel('Voided').selectOption('Voided');
    await expectRows(page, 1);
    await site.browser.visit('/audit');
    await page.getByRole('table').getByText('Voided an attempt').waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Ada Attempter' }).first().click();
    await button(page, 'Restore attempt').click();
    await button(dialog, 'Restore attempt').click();
    await dialog.waitFor({ state: 'hidden' });
    await button(page, 'Void attempt').waitFor();
    expect(await page.getByText('This attempt is voided').count()).toBe(0);
  });

  it('a teacher saves the attempts of a user at all quizzes', async () => {
    const student = await createNamed(site.service, 'Kim Student');
    await submitAll(student, await newQuiz({ title: 'Rivers' }), [4]);
    const page = await site.browser.visit(`/users/${student.userId}/attempts`);
    await expectRows(page, 1);
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('results-Kim Student.csv');
    expect(parse(await readFile(await file.path()), { columns: true, bom: true })).toMatchObject([
      { Title: 'Rivers', Correct: '4', Questions: '4', Passed: 'yes' },
    ]);
  });

  it('a teacher grants a user more attempts and time, with or without attempts of the user', async () => {
    const quiz = await newQuiz({ maxAttempts: 1, timeLimitSeconds: 600 });
    const page = await site.browser.visit(`/quizzes/${quiz.id}/attempts`);
    await page.getByText('Nobody has taken this quiz yet').waitFor();
    const dialog = page.getByRole('dialog');
    await button(page, 'Grant attempts or time').click();
    expect(await button(dialog, 'Save').isDisabled()).toBe(true);
    await dialog.getByText('Choose a user first.').waitFor();
    await dialog.getByRole('combobox', { name: 'User', exact: true }).fill('ada');
    await page.getByRole('option', { name: /Ada Attempter/ }).click();
    await dialog.getByText('The user has made 0 attempts.').waitFor();
    await dialog.getByLabel('Extra attempts').fill('1');
    await dialog.getByLabel('Reason').fill('Was ill');
    await button(dialog, 'Save').click();
    await page.getByText('The grant is saved').waitFor();
    await page.getByRole('table', { name: 'Granted' }).getByRole('link', { name: 'Ada Attempter' }).waitFor();
    expect(await cellsOf(page, 'Granted')).toEqual([['Ada Attempter', '1', '–', '0']]);
    await expectAccessible(page);
    const { attemptId } = await submitAccepted(ada, quiz.id, attemptAt(quiz, 2));
    await site.browser.visit(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    await button(page, 'Grant attempts or time').click();
    await dialog.getByText('The quiz allows 1 attempt of 10 min 0 s. The user has made 1 attempt.').waitFor();
    await dialog.getByLabel('Extra minutes').fill('2.5');
    await expectAccessible(page);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await submit(ada, quiz.id, attemptAt(quiz, 4, 750_000))).status).toBe(201);
    await button(page, 'Grant attempts or time').click();
    await dialog.getByText('The user has made 2 attempts.').waitFor();
    expect(await dialog.getByLabel('Extra minutes').inputValue()).toBe('2.5');
    const untimed = await newQuiz({ timeLimitSeconds: 0 });
    await site.browser.visit(`/quizzes/${untimed.id}/attempts`);
    await button(page, 'Grant attempts or time').click();
    await dialog.getByText('without a time limit').waitFor();
    expect(await dialog.getByLabel('Extra minutes').count()).toBe(0);
    await site.browser.visit('/audit');
    await page.getByText('Reason: Was ill').waitFor();
  });

  it('a teacher sees who is taking the quiz, gives one of them more time, and ends the other', async () => {
    const quiz = await newQuiz({ timeLimitSeconds: 3_600, requireStart: true });
    const page = await site.browser.visit(`/quizzes/${quiz.id}/attempts`);
    await page.getByText('Nobody is taking this quiz at the moment').waitFor();
    const zoe = await createNamed(site.service, 'Zoe Starter');
    const adas = await startAccepted(ada, quiz.id);
    const zoes = await startAccepted(zoe, quiz.id);
    await save(zoe, zoes, answersTo(zoes, quiz, 4).slice(0, 3));
    await page.reload();
    const open = page.getByRole('table', { name: 'In progress' });
    await open.getByText('Zoe Starter').waitFor();
    expect((await cellsOf(page, 'In progress')).map((cells) => [cells[0], cells[4]])).toEqual([
      ['Zoe Starter', '3 of 4'],
      ['Ada Attempter', '0 of 4'],
    ]);
    const dialog = page.getByRole('dialog');
    await button(open, 'More time … for Ada Attempter').click();
    await dialog.getByText('Ada Attempter has until').waitFor();
    await dialog.getByLabel('Minutes').fill('90');
    await expectAccessible(page);
    await button(dialog, 'Give more time').click();
    await dialog.waitFor({ state: 'detached' });
    const { endsAt } = await startAccepted(ada, quiz.id);
    expect(Date.parse(endsAt ?? '') - Date.parse(adas.endsAt ?? '')).toBe(90 * 60_000);
    await button(open, 'End now … for Zoe Starter').click();
    await dialog.getByText('So far these are answers to 3 of 4 questions').waitFor();
    await expectAccessible(page);
    await button(dialog, 'End now').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Attempts', exact: true }).getByText('Timed out').waitFor();
    expect(await cellsOf(page, 'In progress')).toHaveLength(1);
    // Submitted meanwhile: the dialog says so.
    await button(open, 'End now … for Ada Attempter').click();
    await submitStart(ada, adas, []);
    await button(dialog, 'End now').click();
    await dialog.getByText('This start was submitted already').waitFor();
    await site.browser.visit('/audit');
    await page.getByRole('table').getByText('Gave an attempt in progress more time').waitFor();
    await page.getByRole('table').getByText('Ended an attempt in progress').waitFor();
  });

  it('a teacher regrades a question in all versions that have it, after a look at what changes, and undoes it', async () => {
    const body = quizBody(4, { title: 'Regraded', maxAttempts: 100 });
    const quiz = await createQuiz(author, body);
    for (const player of await createPlayers(site.service, 3)) await submitAll(player, quiz, [2]);
    const [, , third] = body.questions;
    const questions = body.questions.map((one) => (one === third ? { ...one, text: 'Reworded' } : one));
    const reworded = await updateQuiz(author, quiz.id, { ...body, questions });
    const [attemptId] = await submitAll(ada, reworded, [2]);
    const page = await site.browser.visit(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    await page.getByRole('link', { name: 'Regrade question 4' }).click();
    expect(await page.getByRole('combobox', { name: 'Question' }).inputValue()).toBe('4');
    const preview = button(page, 'See what changes');
    await page.getByRole('checkbox', { name: /^Right/ }).uncheck();
    expect(await preview.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'See what changes', description: 'Tick an answer first' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /^Wrong/ }).check();
    await preview.click();
    const versions = page.getByRole('table', { name: 'Attempts at the versions that have the question' });
    await versions.getByRole('row').nth(2).waitFor();
    expect(await versions.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Version\s+Attempts\s+With another score$/),
      expect.stringMatching(/^2\s+1\s+1$/),
      expect.stringMatching(/^1\s+3\s+3$/),
    ]);
    await page.getByRole('table').getByText('50.00% → 75.00%').first().waitFor();
    await page.getByRole('table').getByText('Not passed → Passed').first().waitFor();
    const confirm = button(page, 'Regrade');
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Regrade', exact: true, description: 'Enter a reason first.' }).waitFor();
    await page.getByLabel('Reason').fill('Both names are in use');
    await expectAccessible(page);
    // Another rule needs another look.
    await page.getByRole('radio', { name: 'Everybody gets the point' }).check();
    expect(await confirm.count()).toBe(0);
    await preview.click();
    await confirm.click();
    const regrades = page.getByRole('table', { name: 'Regrades' });
    await regrades.getByText('4 of 4 scores changed').waitFor();
    await regrades.getByText('Both names are in use').waitFor();
    await expectAccessible(page);
    await site.browser.visit(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    await page.getByText('Regraded: everybody gets the point').waitFor();
    await site.browser.visit(`/quizzes/${quiz.id}/preview`);
    await page.getByText('The preview scores by the answers that are marked as correct in the quiz.').waitFor();
    await expectAccessible(page);
    await site.browser.visit('/audit');
    await page.getByRole('table').getByText('Regraded a question').waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Regraded' }).first().click();
    await button(page, 'Undo').click();
    await button(page.getByRole('dialog'), 'Undo regrade').click();
    await regrades.getByText('Undone').waitFor();
    await site.browser.visit(`/quizzes/${quiz.id}/preview`);
    await page.getByText('One at a time').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Questions were regraded').count()).toBe(0);
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await page.getByRole('link', { name: 'Attempts', exact: true }).click();
    await page.getByRole('table').getByText('50.00%').first().waitFor();
    expect(await page.getByRole('table').getByText('Regraded').count()).toBe(0);
  });

  it('an author corrects a wrong key, and the editor offers to regrade the attempts that were scored by it', async () => {
    const quiz = await newQuiz({ title: 'Wrong key' });
    for (const player of await createPlayers(site.service, 5)) await submitAll(player, quiz, [0]);
    const form = new QuizForm(await site.browser.visit(`/quizzes/${quiz.id}`));
    const { page } = form;
    await form.open(1);
    await form.correct(1, 2).check();
    await form.correct(1, 1).uncheck();
    await page.getByText('After saving you can regrade them.').waitFor();
    await form.save();
    const offer = page.getByText('5 attempts were scored by the former key of question 1.');
    await offer.waitFor();
    await expectAccessible(page);
    // Another save, and statistics that cannot be read, leave it there.
    const statistics = '**/admin/api/quizzes/*/statistics';
    const answer = { status: 503, json: { error: 'The service is overloaded' }, headers: { 'retry-after': '0' } };
    await page.route(statistics, (route) => route.fulfill(answer));
    await page.getByLabel('Title').fill('Right key');
    await form.save();
    await page.getByText(/could not be read: The service is overloaded/).waitFor();
    await page.unroute(statistics);
    await form.button('Try again').click();
    await offer.waitFor();
    await form.button('Do not regrade now').click();
    await offer.waitFor({ state: 'detached' });
    await site.browser.visit(`/quizzes/${quiz.id}/statistics`);
    const outdated = page.getByText('5 attempts were scored by another key');
    await outdated.waitFor();
    // The others have too few attempts.
    expect(await page.getByText('no verdict below 20 attempts').count()).toBe(3);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Regrade question 1' }).first().click();
    expect(await page.getByRole('checkbox', { name: /^Wrong/ }).isChecked()).toBe(true);
    await button(page, 'See what changes').click();
    await page.getByLabel('Reason').fill('The key was wrong');
    await button(page, 'Regrade').click();
    await page.getByRole('table', { name: 'Regrades' }).getByText('5 of 5 scores changed').waitFor();
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await page.getByText('Regraded: other answers count').waitFor();
    expect(await outdated.count()).toBe(0);
    await site.browser.visit(`/quizzes/${quiz.id}/versions/comparison`);
    await page.getByRole('region', { name: 'Question 1: changed' }).waitFor();
    const marked = await page.locator('mark').allInnerTexts();
    expect(marked.map((mark) => mark.trim())).toEqual(['Correct:', 'Wrong:', 'Wrong:', 'Correct:']);
  });

  it('an author corrects a key together with its wording, and restores a version with another key', async () => {
    const quiz = await newQuiz({ title: 'Wrong key and words' });
    for (const player of await createPlayers(site.service, 2)) await submitAll(player, quiz, [0]);
    const form = new QuizForm(await site.browser.visit(`/quizzes/${quiz.id}`));
    const { page } = form;
    await rewordWithOtherKey(form, 1);
    await form.save();
    const former = page.getByText(
      'Attempts were scored by the former key of question 1 of version 1, which had another wording: choose its correct answers there.',
    );
    await former.waitFor();
    // Another save leaves it there, also if somebody has taken the new version in the meantime.
    const next = await site.service.backoffice.call<Quiz>('GET', `/quizzes/${quiz.id}`);
    await submitAll(await createPlayer(site.service), next, [0]);
    const read = page.waitForResponse('**/attempts-by-version');
    await page.getByLabel('Title').fill('Right key and words');
    await form.save();
    await read;
    await former.waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Regrade question 1 of version 1' }).click();
    await page.waitForURL('**/regrades/new?version=1&question=1');

    const current = await site.service.backoffice.call<Quiz>('GET', `/quizzes/${quiz.id}`);
    for (const player of await createPlayers(site.service, 2)) await submitAll(player, current, [0]);
    await site.browser.visit(`/quizzes/${quiz.id}/versions`);
    await button(page, 'Restore version 1').click();
    await button(page.getByRole('dialog'), 'Restore').click();
    await page.getByText('question 1 of version 2, which had another wording').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Regrade question 1 of version 2' }).waitFor();
  });

  it('the editor offers no regrade of a reworded question whose versions have no attempts', async () => {
    const body = quizBody(4, { title: 'Corrected early' });
    const quiz = await createQuiz(author, body);
    await submitAll(ada, quiz, [0]);
    const questions = body.questions.map((one, index) => (index === 1 ? { ...one, text: 'Nobody answered it' } : one));
    await updateQuiz(author, quiz.id, { ...body, questions });
    const form = new QuizForm(await site.browser.visit(`/quizzes/${quiz.id}`));
    const { page } = form;
    for (const question of [1, 2]) await rewordWithOtherKey(form, question);
    await form.save();
    const offers = page.getByText(/scored by the former key/);
    await offers.first().waitFor();
    expect(await offers.allInnerTexts()).toEqual([expect.stringContaining('question 1 of version 1')]);
  });

  it('the editor searches the 10 newest versions with attempts for a reworded question', async () => {
    const body = quizBody(2, { title: 'Often changed', maxAttempts: 100 });
    const quiz = await createQuiz(author, body);
    await submitAll(ada, quiz, [0]);
    const [first, second] = body.questions as [QuizBody['questions'][0], QuizBody['questions'][0]];
    for (let version = 2; version <= 12; version++) {
      const questions = [{ ...first, text: `Nobody answered version ${version} of it` }, second];
      const changed = await updateQuiz(author, quiz.id, { ...body, questions });
      if (version < 12) await submitAll(ada, changed, [0]);
    }
    const form = new QuizForm(await site.browser.visit(`/quizzes/${quiz.id}`));
    const { page } = form;
    const read: number[] = [];
    page.on('request', (request) => {
      const version = /\/versions\/(\d+)$/.exec(request.url())?.[1];
      if (version !== undefined) read.push(Number(version));
    });
    for (const question of [1, 2]) await rewordWithOtherKey(form, question);
    await form.save();
    await page.getByText('the former key of question 2 of version 11').waitFor();
    expect(read).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('a teacher sees the results of erased users, whose names are no links, and which attempts went with them', async () => {
    const quiz = await newQuiz();
    const [kept, removed] = (await createPlayers(site.service, 2)) as [Player, Player];
    const of = `/quizzes/${quiz.id}`;
    const { backoffice } = site.service;
    const { attemptId } = await submitAccepted(kept, quiz.id, attemptAt(quiz, 1));
    const { attemptId: removedId } = await submitAccepted(removed, quiz.id, attemptAt(quiz, 2));
    await backoffice.call('PUT', `${of}/attempts/${removedId}/void`, { reason: 'Taken by somebody else' });
    await backoffice.call('PUT', `${of}/grants/${kept.userId}`, { extraAttempts: 1, extraSeconds: 0 });
    const reason = 'Asked for it';
    await backoffice.call('POST', `/users/${kept.userId}/erasure`, { way: 'anonymise', reason });
    await backoffice.call('POST', `/users/${removed.userId}/erasure`, { way: 'remove', reason });
    await until('the attempt is removed', async () => {
      const { status } = await backoffice.request('GET', `${of}/attempts/${removedId}`);
      return status === 404 || status;
    });
    const page = await site.browser.visit(`${of}/attempts`);
    for (const name of ['Attempts', 'Granted']) {
      const table = page.getByRole('table', { name });
      await table.getByText('Deleted user', { exact: true }).first().waitFor();
      expect(await table.getByRole('link', { name: 'Deleted user', exact: true }).count()).toBe(0);
    }
    await site.browser.visit(`${of}/attempts/${attemptId}`);
    const facts = page.getByRole('main').locator('dl');
    await facts.getByText('Deleted user').waitFor();
    expect(await facts.getByRole('link').count()).toBe(0);
    await site.browser.visit(`/audit?affectedQuizId=${quiz.id}`);
    const voided = page.getByRole('row').filter({ hasText: 'Voided an attempt' });
    await voided.getByRole('link', { name: 'Deleted user' }).click();
    await page.getByText('or the attempt was removed with all data of its user').waitFor();
    await expectAccessible(page);
  });
});
