// Every page, with texts that are long, begin in Hebrew and contain markup, in both colour schemes, wide and at 320 px.
import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../support/accessible-states.js';
import { submitAccepted } from '../support/attempts.js';
import { describePages, expectAccessible, expectNoClippedLabels, expectNoSidewaysScroll } from '../support/browser.js';
import { attemptAt, createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import type { Webhook } from '../support/receiver.js';
import { countedAttempts, createNamed, submitAll } from '../support/results.js';

const HOSTILE = 'שלום <img src=x onerror="hacked=1">';
/** As long as the name of a user may be. */
const TEXT = `${HOSTILE}${'Wolfeschlegelsteinhausen'.repeat(4)}`.slice(0, 100);
const SUM = `${'x + '.repeat(30)}x`;
/** With code, and with formulas in a line and on a line of their own, which do not break. */
const QUESTION = `${TEXT} \`len(${'x'.repeat(50)})\` $${SUM}$ $$${SUM}$$`;
const UNKNOWN = '019b76da-a800-7000-8000-000000000001';
const NARROW = { viewport: { width: 320, height: 800 } };
/** Between the height of one line of text and that of two, in pixels. */
const MORE_THAN_ONE_LINE = 32;

/** Texts that begin in Hebrew, apart from ornaments, and do not run from right to left; and markup of users. */
const BADLY_SHOWN = `(() => {
  const found = [...document.querySelectorAll('input, textarea')].filter(({ value }) => /[א-ת]/.test(value));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (/^[^A-Za-z]*[א-ת]/.test(texts.currentNode.data)) found.push(texts.currentNode.parentElement);
  return found
    .filter((one) => one.closest('[aria-hidden=true]') === null && getComputedStyle(one).direction !== 'rtl')
    .concat(...document.querySelectorAll('main img, body script'), typeof hacked === 'undefined' ? [] : document.body)
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
})()`;

/** The font and the weight of the texts on the page of a preview. */
const FONTS = `Object.fromEntries([...document.querySelectorAll('main bdi[data-block]')].map((text) => {
  const { fontFamily, fontWeight } = getComputedStyle(text);
  return [text.textContent, [/monospace/.test(fontFamily) ? 'monospace' : 'normal', fontWeight]];
}))`;

/** For each Hebrew text on the page of a preview, the pixels between its end and that of its frame. */
const GAPS_AT_THE_RIGHT = `[...document.querySelectorAll('main bdi[data-block]')]
  .filter(({ textContent }) => /[א-ת]/.test(textContent))
  .map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return text.closest('.mantine-Paper-root').getBoundingClientRect().right - range.getBoundingClientRect().right;
  })`;

/** Where it is 10 p.m. now: then the labels of hours are longest. */
const LATE = ((22 - new Date().getUTCHours() + 36) % 24) - 12;
const LATE_ZONE = `Etc/GMT${LATE > 0 ? '-' : '+'}${Math.abs(LATE)}`;

describePages('every page', (site) => {
  let player: Player;
  let quiz: Quiz;
  let attemptId: string | undefined;
  let webhook: Webhook;

  beforeAll(async () => {
    const { service } = site;
    player = await createNamed(service, TEXT, `https://${'long-'.repeat(9)}host.example/image.png`);
    await service.backoffice.call('POST', '/keys', { name: TEXT, userId: player.userId });
    const answers = [
      { text: QUESTION, isCorrect: true },
      { text: 'b', isCorrect: false },
    ];
    const questions = Array.from({ length: 2 }, () => ({
      text: QUESTION,
      imageUrl: 'https://images.example/q',
      answers,
      explanation: QUESTION,
    }));
    const body = quizBody(1, { title: TEXT, description: QUESTION, maxAttempts: 100, questions });
    quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', body);
    webhook = await service.backoffice.call('POST', '/webhooks', {
      name: TEXT,
      url: 'https://example.com/events',
      events: ['quiz.updated'],
    });
    await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    [attemptId] = await submitAll(
      player,
      quiz,
      Array.from({ length: 21 }, (_, index) => index % 3),
    );
    await countedAttempts(service, quiz, 21);
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}`, {
      ...body,
      title: `${TEXT} 2`,
      questions: questions.map((question) => ({ ...question, explanation: `${QUESTION} 2` })),
    });
  });

  const withIds = (path: string) => {
    const ids = {
      quiz: quiz.id,
      user: player.userId,
      key: player.keyId,
      attempt: attemptId ?? '',
      webhook: webhook.id,
    };
    return path.replace(/:(quiz|user|key|attempt|webhook)/g, (_, name: keyof typeof ids) => ids[name]);
  };

  /** Opens a page and waits for its content. */
  async function open(path: string): Promise<Page> {
    const page = await site.browser.visit(withIds(path));
    await page.locator('h1', { hasNotText: 'Loading …' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  }

  it.each([
    ...['/', '/quizzes', '/quizzes/new', '/quizzes/import', '/quizzes/import?format=gift', '/leaderboard'],
    ...[
      '/users',
      '/users/new',
      '/users/import',
      '/users/sessions',
      '/users/:user',
      '/users/:user/attempts',
      '/users/:user/audit',
    ],
    ...['/quizzes/trash', '/gradebook', '/gradebook?quizIds=:quiz', '/audit', '/account'],
    ...['/settings/keys', '/settings/keys/:key', '/settings/webhooks', '/settings/webhooks/:webhook'],
    ...['', '/preview', '/statistics', '/answers', '/attempts', '/attempts/:attempt', '/leaderboard'].map(
      (tab) => `/quizzes/:quiz${tab}`,
    ),
    ...['/import', '/versions', '/versions/comparison', '/regrades', '/regrades/new'].map(
      (tab) => `/quizzes/:quiz${tab}`,
    ),
  ])(
    '%s: axe finds nothing, nothing scrolls sideways, and texts of users are texts in their direction',
    async (path) => {
      const page = await open(path);
      expect(await page.evaluate(BADLY_SHOWN)).toEqual([]);
      expect(await page.title()).toMatch(/ · Quiz service$/);
      await expectAccessibleOnAllScreens(page, path);
    },
  );

  it.each(['/', '/quizzes/:quiz/statistics'])(
    'the charts of %s as tables: axe finds nothing, no label is clipped',
    async (path) => {
      const page = await site.browser.openSignedIn(withIds(path), { timezoneId: LATE_ZONE });
      const closed = page.getByRole('button', { name: 'Show as table', exact: true });
      await closed.first().waitFor();
      while ((await closed.count()) > 0) await closed.first().click();
      await expectNoClippedLabels(page);
      await page.setViewportSize(NARROW.viewport);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expectNoClippedLabels(page);
      await page.context().close();
    },
  );

  it.each([
    ...['', '/preview', '/statistics', '/attempts', '/leaderboard', '/versions'].map((tab) => [
      `/quizzes/${UNKNOWN}${tab}`,
      'Quiz not found',
      'To the quizzes',
    ]),
    ['/users/nobody', 'User not found', 'To the users'],
    ['/nowhere/at/all', 'Page not found', 'To the overview'],
  ])('%s: "%s", with a link, inside the frame', async (path, title, link) => {
    const page = await site.browser.visit(path);
    await page.getByRole('heading', { level: 1, name: title }).and(page.locator(':focus')).waitFor();
    expect(await page.title()).toBe(`${title} · Quiz service`);
    expect(await page.getByRole('navigation').count()).toBe(1);
    await page.getByRole('main').getByRole('link', { name: link }).click();
    await page.getByRole('main').getByRole('link', { name: link }).waitFor({ state: 'detached' });
  });

  it('empty lists, missing pages and invalid parameters: axe finds nothing', async () => {
    for (const [path, text] of [
      ['/quizzes?search=none&sort=shoe-size', 'No matching quizzes'],
      ['/users?search=none&role=boss', 'No matching users'],
      ['/settings/keys?search=none&order=up', 'No matching keys'],
      ['/audit?subjectKind=constructor&to=2020-01-01T00:00:00.000Z', 'No matching entries'],
      [`/settings/keys/${UNKNOWN}`, 'API key not found'],
      [`/quizzes/:quiz/attempts/${UNKNOWN}`, 'Attempt not found'],
      [`/quizzes/${UNKNOWN}`, 'Quiz not found'],
    ] as const) {
      const page = await open(path);
      await page.getByText(text).first().waitFor();
      await expectAccessible(page);
    }
  });

  it('dialogs and menus: axe finds nothing, also on a narrow dark screen', async () => {
    const page = await site.browser.openSignedIn('/quizzes', { ...NARROW, colorScheme: 'dark' });
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
    await button(/^More for/).click();
    await page.getByRole('menuitem', { name: 'Preview' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Delete …' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(BADLY_SHOWN)).toEqual([]);
    await page.keyboard.press('Escape');
    await button('Open the menu').click();
    await page.getByRole('link', { name: 'API keys' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'API keys' }).click();
    await button(/^Delete שלום/)
      .first()
      .click();
    await page.getByRole('dialog').getByText('No recorded use').waitFor();
    expect(await page.evaluate(BADLY_SHOWN)).toEqual([]);
    await button('Delete key').click();
    const message = page.getByText('is deleted. Requests with it');
    await page.setViewportSize({ width: 1280, height: 800 });
    await message.hover();
    await expectAccessible(page);
    // Buttons and links that a click cannot reach.
    const covered =
      await page.evaluate(`[...document.querySelectorAll('header button, main button, main a')].filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.messages') != null;
    }).map(({ innerText }) => innerText)`);
    expect(covered).toEqual([]);
    await button('Administrator').click();
    await page.getByRole('menuitem', { name: 'Account' }).waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it('a preview shows the scripts, line breaks and code of texts, and fits long words', async () => {
    const code = 'def double(x):\n    return 2 * x';
    const answers = [
      { text: '    return x', isCorrect: true },
      { text: 'שלום', isCorrect: false },
    ];
    const body = quizBody(1, { title: 'Functions', description: 'One line\nand another' });
    const author = await createPlayer(site.service, 'admin');
    const other = await createQuiz(author, { ...body, questions: [{ text: code, answers }] });
    const page = await open(`/quizzes/${other.id}/preview`);
    await page.getByText('def double').first().waitFor();
    expect(await page.evaluate(FONTS)).toEqual({
      Functions: ['normal', '700'],
      'One line\nand another': ['normal', '400'],
      [code]: ['monospace', '400'],
      '    return x': ['monospace', '400'],
      שלום: ['normal', '400'],
    });
    const gaps = await page.evaluate<number[]>(GAPS_AT_THE_RIGHT);
    expect(gaps).toHaveLength(1);
    for (const gap of gaps) expect(gap).toBeLessThan(60);
    const { attemptId: id } = await submitAccepted(author, other.id, attemptAt(other, 1));
    await open(`/quizzes/${other.id}/attempts/${id}`);
    expect((await page.getByText('def double').last().innerText()).trim()).toBe(code);
    await open('/quizzes/:quiz/preview');
    await page.getByText('All questions').click();
    await page.setViewportSize(NARROW.viewport);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('not answered').first().waitFor();
    await expectNoSidewaysScroll(page);
  });

  it('a page of a quiz is named after the quiz, and leads to the list of quizzes', async () => {
    const page = await open('/quizzes/:quiz/attempts/:attempt');
    await page.getByRole('heading', { level: 1, name: `Attempt of ${TEXT}` }).waitFor();
    expect(await page.title()).toBe(`${TEXT} 2 · Attempt of ${TEXT} · Quiz service`);
    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    expect(await breadcrumbs.allInnerTexts()).toEqual(['Quizzes', `${TEXT} 2`]);
    await breadcrumbs.first().click();
    await page.getByRole('heading', { level: 1, name: 'Quizzes' }).waitFor();
  });

  it('the pages of a quiz are three groups, in one line at 390 px, and those of the open group in the next', async () => {
    const page = await open('/quizzes/:quiz/attempts/:attempt');
    const links = page.getByRole('navigation', { name: 'Pages of this quiz' }).getByRole('link');
    const lines = async () => {
      const tops = new Map<number, string[]>();
      for (const link of await links.all()) {
        const top = Math.round((await link.boundingBox())?.y ?? 0);
        tops.set(top, [...(tops.get(top) ?? []), await link.innerText()]);
      }
      return [...tops.values()];
    };
    const groups = ['Questions', 'Results', 'History'];
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await lines()).toEqual([groups, ['Statistics', 'Answers', 'Attempts', 'Leaderboard']]);
    await links.getByText('History').click();
    await page.getByRole('heading', { level: 1, name: ': Versions' }).waitFor();
    expect(await lines()).toEqual([groups, ['Versions', 'Regrades']]);
    await links.getByText('Regrades').click();
    await page.getByRole('heading', { level: 1, name: ': Regrades' }).waitFor();
    expect(await links.and(page.locator('[aria-current]')).allInnerTexts()).toEqual(['History', 'Regrades']);
    await links.getByText('Questions').click();
    await page.getByRole('heading', { level: 1, name: ': Edit' }).waitFor();
    expect(await lines()).toEqual([groups, ['Edit', 'Preview']]);
  });

  it('a table has rows of 40 px below a head that stays, and short labels take one line beside long texts', async () => {
    await site.service.backoffice.call('POST', '/users', {
      email: 'katherine.johnson@department.example.org',
      displayName: 'Katherine',
    });
    // By an API key, which the audit log names.
    await createQuiz(await createPlayer(site.service, 'admin'), quizBody(1, { title: 'Short' }));
    const page = await open('/quizzes/:quiz/attempts');
    await page.getByRole('row').nth(20).scrollIntoViewIfNeeded();
    const head = await page.getByRole('columnheader', { name: 'User' }).boundingBox();
    expect(head?.y).toBe((await page.getByRole('banner').boundingBox())?.height);
    for (const [path, ...texts] of [
      ['/quizzes/:quiz/attempts', 'Not passed'],
      ['/settings/keys', 'by Administrator'],
      ['/audit', 'Created an API key', 'by API key'],
      ['/users', 'katherine.johnson@department.example.org'],
    ] as const) {
      await open(path);
      for (const text of texts) {
        const label = page.getByRole('table').getByText(text, { exact: true }).first();
        expect((await label.boundingBox())?.height).toBeLessThan(MORE_THAN_ONE_LINE);
      }
    }
    await open('/quizzes?search=Short');
    await page.getByRole('row', { name: 'Short' }).waitFor();
    expect(Math.round((await page.getByRole('row').nth(1).boundingBox())?.height ?? 0)).toBe(40);
  });

  it('at 320 px a row is a card with its action beside its name, and the header has the whole name of the product', async () => {
    const page = await open('/quizzes');
    const contentOf = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('thead tr'), '::before').content`);
    expect(await contentOf()).toBe('none');
    await page.setViewportSize(NARROW.viewport);
    expect(await contentOf()).toBe('"Sort by"');
    const boxOf = async (cell: string) => {
      const box = await page.getByRole('row').nth(1).locator(cell).boundingBox();
      if (box === null) throw new Error(`${cell} is not shown`);
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    const [name, action] = [await boxOf('[data-role=name]'), await boxOf('[data-role=action]')];
    expect(action.y).toBe(name.y);
    expect(action.right).toBeLessThanOrEqual(NARROW.viewport.width);
    expect((await boxOf('[data-head=Author]')).y).toBeGreaterThanOrEqual(name.bottom);
    const hidden = await page.evaluate<number>(`(() => {
      const name = [...document.querySelectorAll('header p')].find(({ textContent }) => textContent === 'Quiz service');
      return name.scrollWidth - name.clientWidth;
    })()`);
    expect(hidden).toBe(0);
  });
});
