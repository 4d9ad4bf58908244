import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { doubleClick } from '../../../test/support/double-click.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('the import of users', () => {
  let service: Service;
  let browser: TestBrowser;
  let directory: string;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    directory = await mkdtemp(join(tmpdir(), 'user-import-'));
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await rm(directory, { recursive: true });
  });
  afterEach(() => browser.expectNoProblems());

  const find = async (search: string) =>
    (
      await service.backoffice.call<{ users: { email: string; displayName: string; role: string }[] }>(
        'GET',
        `/users?search=${search}&sort=email&order=asc`,
      )
    ).users;

  const emailsOf = async (search: string) => (await find(search)).map(({ email }) => email);

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function choose(page: Page, path: string): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('CSV or Excel file', { exact: true }).click();
    await (await chooser).setFiles(path);
    await button(page, 'Read users').click();
  }

  async function openWith(text: string): Promise<Page> {
    const path = join(directory, 'users.csv');
    await writeFile(path, text);
    const page = await browser.openSignedIn('/users/import');
    await choose(page, path);
    return page;
  }

  const rowsOf = async (page: Page) => {
    const rows = page.getByRole('table', { name: 'Rows of the file' }).getByRole('row');
    const found = await rows.filter({ has: page.getByRole('cell') }).all();
    const texts = await Promise.all(found.map((row) => row.getByRole('cell').allInnerTexts()));
    return texts.map((cells) => cells.map((cell) => cell.trim()));
  };

  const saved = async (page: Page, name: string) => {
    const saving = page.waitForEvent('download');
    await button(page, name).click();
    return (await saving).path();
  };

  it('shows a preview, creates the users of the readable rows, and saves the others for a second import', async () => {
    await service.backoffice.call('POST', '/users', { email: 'taken@imported.example', displayName: 'Taken' });
    const page = await openWith(
      'email,displayName,role\nann@imported.example,Ann,viewer\nbob,Bob,\ntaken@imported.example,Other,\nzed@imported.example,"Zed, Jr",Admin\n',
    );
    await page.getByRole('heading', { name: '2 of 4 rows can be imported' }).waitFor();
    await page.getByText('One user will be an administrator').waitFor();
    expect(await rowsOf(page)).toEqual([
      ['2', 'Ann', 'ann@imported.example', 'Viewer', 'Fine'],
      ['3', 'Bob', 'bob', '', 'email: must be an email address'],
      ['4', 'Other', 'taken@imported.example', '', 'email: Email is already in use'],
      ['5', 'Zed, Jr', 'zed@imported.example', 'Administrator', 'Fine'],
    ]);
    await expectAccessibleOnAllScreens(page, 'preview of an import of users');
    expect(await emailsOf('imported.example')).toEqual(['taken@imported.example']);
    const writes = await doubleClick(button(page, 'Create 2 users'));
    await page.getByText('2 created, 2 rejected').waitFor();
    expect(writes).toEqual(['POST /admin/api/users', 'POST /admin/api/users']);
    await page.getByRole('status').getByText('Finished').waitFor();
    expect(await find('imported.example')).toMatchObject([
      { email: 'ann@imported.example', displayName: 'Ann', role: 'viewer' },
      { email: 'taken@imported.example', displayName: 'Taken' },
      { email: 'zed@imported.example', displayName: 'Zed, Jr', role: 'admin' },
    ]);
    await expectAccessibleOnAllScreens(page, 'report of an import of users');
    const path = await saved(page, 'Save the rejected rows');
    const text = await readFile(path, 'utf8');
    expect(text).toBe(
      '\uFEFFemail,displayName,role,problem\r\nbob,Bob,,email: must be an email address\r\n' +
        'taken@imported.example,Other,,email: Email is already in use\r\n',
    );
    await writeFile(join(directory, 'corrected.csv'), text.replace('bob,', 'bob@imported.example,'));
    await button(page, 'Import another file').click();
    await choose(page, join(directory, 'corrected.csv'));
    await button(page, 'Create 1 user').click();
    await page.getByText('1 created, 1 rejected').waitFor();
    await page.getByRole('link', { name: 'Bob' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bob' }).waitFor();
    await page.context().close();
  });

  it('creates no user twice if answers are lost, and tries rejected rows again', async () => {
    const page = await openWith('email;displayName\nlost@lost.example;Lost\nlate@lost.example;Late\n');
    let lost = 0;
    await page.route('**/admin/api/users', async (route) => {
      if (route.request().postData()?.includes('lost@') !== true) return route.fallback();
      if (++lost > 1) return route.fallback();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('heading', { name: '2 of 2 rows can be imported' }).waitFor();
    await service.backoffice.call('POST', '/users', { email: 'late@lost.example', displayName: 'Earlier' });
    await button(page, 'Create 2 users').click();
    await page.getByText('1 created, 1 rejected').waitFor();
    expect(lost).toBe(2);
    expect(await rowsOf(page)).toEqual([
      ['2', 'Created', 'Lost'],
      ['3', 'Rejected', 'Email is already in use'],
    ]);
    const retried = page.waitForRequest((request) => request.method() === 'POST');
    await button(page, 'Try the rejected rows again').click();
    expect((await retried).postData()).toContain('late@lost.example');
    await page.getByText('1 created, 1 rejected').waitFor();
    expect(await emailsOf('lost.example')).toEqual(['late@lost.example', 'lost@lost.example']);
    await page.context().close();
  });

  it('warns before it is left, stops if the service fails, and continues', async () => {
    const rows = Array.from({ length: 12 }, (_, number) => `many${number}@many.example,Many ${number}`);
    const page = await openWith(['email,displayName', ...rows].join('\n'));
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let failures = 1;
    await page.route('**/admin/api/users', async (route) => {
      if (route.request().method() === 'POST') await held;
      const isFailing = route.request().postData()?.includes('many5@') === true && failures-- > 0;
      return isFailing ? route.fulfill({ status: 500, json: { error: 'Internal server error' } }) : route.fallback();
    });
    await button(page, 'Create 12 users').click();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('dialog', { name: 'Stop the import?' }).getByRole('button', { name: 'Stay' }).click();
    letGo();
    await page.getByRole('alert').getByText('Line 7: Internal server error').waitFor();
    await page.getByText('No user is created twice.').waitFor();
    await button(page, 'Continue').click();
    await page.getByText('12 created, 0 rejected').waitFor();
    expect(await emailsOf('many.example')).toHaveLength(12);
    await page.context().close();
  });

  it('has a template that can be read, and says what is wrong with other files', async () => {
    const page = await openWith('person,contact,class\nAda,ada@example.com,7b');
    await page.getByRole('heading', { name: 'Which column is which?' }).waitFor();
    expect(await page.getByRole('button', { name: /^Create/ }).count()).toBe(0);
    await expectAccessibleOnAllScreens(page, 'columns of a file of users');
    await page.getByLabel('What is “person”?').selectOption('Name');
    await page.getByLabel('What is “contact”?').selectOption('Email');
    await button(page, 'Read with these columns').click();
    await page.getByRole('heading', { name: '1 of 2 rows can be imported' }).waitFor();
    expect((await rowsOf(page)).at(-1)).toEqual(['2', 'Ada', 'ada@example.com', 'Player', 'Fine']);
    const path = await saved(page, 'Download a template');
    await choose(page, path);
    await page.getByRole('heading', { name: '2 of 2 rows can be imported' }).waitFor();
    await writeFile(join(directory, 'long.csv'), 'a'.repeat(5_200_000));
    await choose(page, join(directory, 'long.csv'));
    await page.getByRole('alert').getByText('The file has 5.2 MB, and up to 5 MB can be read').waitFor();
    await writeFile(join(directory, 'latin.csv'), Buffer.from('email,displayName\nzoe@example.com,Zo\xeb', 'latin1'));
    await choose(page, join(directory, 'latin.csv'));
    await page.getByText('not to be in UTF-8').waitFor();
    await page.context().close();
  });
});
