// axe checks lasting states of pages in both colour schemes, wide and at 320 px.
import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../support/accessible-states.js';
import { enrol } from '../support/authenticator.js';
import { Backoffice } from '../support/backoffice.js';
import { describeInBrowser, TestBrowser } from '../support/browser.js';
import { type Quiz, quizBody } from '../support/factories.js';
import { QuizForm } from '../support/quiz-form.js';
import { type Service, startService } from '../support/service.js';

const EVE = { email: 'eve@example.com', password: 'another password for tests' };

describeInBrowser('accessibility of dialogs and running tasks', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    await service.backoffice.call('POST', '/users', { ...EVE, displayName: 'Eve', role: 'admin' });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('conflict dialog: axe finds no violation, also if the own version was not saved', async () => {
    const quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(3));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}`);
    const form = new QuizForm(page);
    await form.button('Save').waitFor();
    const theirs = quizBody(4, { title: `Theirs ${'long'.repeat(20)}`, description: 'Two\nlines', maxAttempts: 5 });
    await service.backoffice.call<Quiz>('PUT', `/quizzes/${quiz.id}`, theirs);
    await page.getByLabel('Title').fill('Mine');
    await form.open(2);
    await form.text(2).fill('My second');
    await form.button('Save').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this quiz' });
    await dialog.waitFor();
    await expectAccessibleOnAllScreens(page, 'conflict');
    await page.route(`**/admin/api/quizzes/${quiz.id}`, (route) =>
      route.fulfill({ status: 400, json: { error: 'Out of order' } }),
    );
    await button(page, 'Save with mine').click();
    await dialog.getByRole('alert').getByText('Out of order').waitFor();
    await expectAccessibleOnAllScreens(page, 'conflict not saved');
    await page.context().close();
  });

  it('import of JSON lines: axe finds no violation while it runs, checks, stops and continues', async () => {
    const page = await browser.openSignedIn('/quizzes/import');
    const events = new EventEmitter();
    let sent = 0;
    await page.route('**/admin/api/quizzes', async (route) => {
      const isLost = route.request().postData()?.includes('Lost') ?? false;
      if (!isLost) return route.continue();
      sent += 1;
      if (sent === 1) return route.abort();
      events.emit('again');
      await once(events, 'release');
      return route.continue();
    });
    const lines = [
      '{}',
      ...[`Done ${'w'.repeat(190)}`, 'Lost', 'Later'].map((title) => JSON.stringify(quizBody(1, { title }))),
    ];
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('File of JSON lines', { exact: true }).click();
    await (await chooser).setFiles({ name: 'l.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
    await expectAccessibleOnAllScreens(page, 'file chosen');
    const again = once(events, 'again');
    await button(page, 'Import').click();
    await page.getByRole('status').getByText('Importing …').waitFor();
    await again;
    await page.getByText('Unknown, checking …').waitFor();
    await page.getByText('2 created, 1 rejected').waitFor();
    await expectAccessibleOnAllScreens(page, 'import runs');
    await button(page, 'Stop').click();
    await page.getByRole('status').getByText('Stopping').waitFor();
    await expectAccessibleOnAllScreens(page, 'import stops');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('dialog', { name: 'Stop the import?' }).waitFor();
    await expectAccessibleOnAllScreens(page, 'import is left');
    await button(page, 'Stay on this page').click();
    events.emit('release');
    await page
      .getByRole('status')
      .getByText('Finished')
      .or(page.getByText('Stopped', { exact: true }))
      .waitFor();
    await expectAccessibleOnAllScreens(page, 'import at its end');
    await page.context().close();
  });

  it('sign-in over the page: axe finds no violation, also after a wrong password and with the field for a code', async () => {
    const page = await browser.openSignedIn('/users', {}, EVE);
    await page.getByRole('link', { name: 'Administrator' }).waitFor();
    // Setting up a second factor ends the other sessions.
    const { app } = await enrol(await Backoffice.signIn(service.url, EVE), EVE.password);
    await page.getByLabel('Search users').fill('eve');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await expectAccessibleOnAllScreens(page, 'sign-in over the page');
    const enter = async (label: string, text: string) => {
      await dialog.getByLabel(label, { exact: true }).fill(text);
      await button(page, 'Sign in').click();
    };
    await enter('Password', 'wrong');
    await dialog.getByRole('alert').getByText('Invalid email or password').waitFor();
    await expectAccessibleOnAllScreens(page, 'wrong password over the page');
    await enter('Password', EVE.password);
    await dialog.getByLabel('Code', { exact: true }).waitFor();
    await expectAccessibleOnAllScreens(page, 'code over the page');
    await enter('Code', app.wrongCode());
    await dialog.getByRole('alert').getByText('Invalid code').waitFor();
    await expectAccessibleOnAllScreens(page, 'wrong code over the page');
    await page.context().close();
  });
});
