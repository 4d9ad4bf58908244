import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { createPlayer, createQuiz } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import {
  createWebhook,
  deliveriesOf,
  isSignedWith,
  Receiver,
  secretOf,
  type Webhook,
} from '../../../test/support/receiver.js';
import { until } from '../../../test/support/until.js';

describeInBrowser('the pages of webhooks', () => {
  let service: Service;
  let browser: TestBrowser;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startService({ WEBHOOK_NETWORKS: '127.0.0.1' });
    browser = await TestBrowser.start(service);
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(async () => {
    browser.expectNoProblems();
    await query(service.databaseUrl, 'DELETE FROM webhooks');
    await receiver.close();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const open = ({ id }: Webhook) => browser.openSignedIn(`/settings/webhooks/${id}`);

  it('create a webhook, show its secret, and send a test event that the secret verifies', async () => {
    const page = await browser.openSignedIn('/settings/webhooks');
    await page.getByText('There are no webhooks yet').waitFor();
    await button(page, 'Create webhook').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Course platform');
    await dialog.getByLabel('Address').fill('https://10.0.0.1/events');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Choose at least one event').waitFor();
    await dialog.getByLabel('An attempt was recorded').check();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('10.0.0.1 is not a public address, and WEBHOOK_NETWORKS does not contain it').waitFor();
    await expectAccessibleOnAllScreens(page, 'webhook to be created');
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Course platform' }).waitFor();
    await button(page, 'Show secret').click();
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    await button(page, 'Send a test event').click();
    const [received] = await receiver.until(1);
    expect(received && isSignedWith(secret, received)).toBe(true);
    await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').waitFor();
    await expectAccessibleOnAllScreens(page, 'page of a webhook');
    await page.context().close();
  });

  it('change a webhook, and warn before unsaved changes are lost', async () => {
    const webhook = await createWebhook(service, receiver.url, ['quiz.created']);
    const page = await open(webhook);
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await page.getByLabel('A quiz was changed').check();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await button(page, 'Stay on this page').click();
    await button(page, 'Save').click();
    await page.getByText('is saved.').waitFor();
    const stored = await service.backoffice.call<Webhook>('GET', `/webhooks/${webhook.id}`);
    expect(stored).toMatchObject({ name: 'Renamed', events: ['quiz.created', 'quiz.updated'] });
    await page.context().close();
  });

  it('rotate the secret', async () => {
    const webhook = await createWebhook(service, receiver.url, ['quiz.created']);
    const former = await secretOf(service, webhook);
    const page = await open(webhook);
    await button(page, 'Rotate secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText('signed with the former secret too until').waitFor();
    const shown = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(shown).toBe(await secretOf(service, webhook));
    expect(shown).not.toBe(former);
    await page.context().close();
  });

  it('show a failed delivery with its response, and send it again', async () => {
    receiver.answer = (_, response) => void response.writeHead(500).end('Out of memory');
    const webhook = await createWebhook(service, receiver.url, ['quiz.created']);
    await createQuiz(await createPlayer(service, 'admin'));
    await until('it was tried', async () => (await deliveriesOf(service, webhook))[0]?.responseStatus === 500);
    const page = await open(webhook);
    await button(page, 'Details of quiz.created').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Out of memory').waitFor();
    await dialog.getByText('"title": "Capitals"').waitFor();
    await expectAccessibleOnAllScreens(page, 'failed delivery');
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('table').getByText('Delivered').waitFor();
    await button(page, 'Details of quiz.created').click();
    const tries = dialog.getByRole('region', { name: 'Tries' }).getByRole('listitem');
    expect(await tries.allTextContents()).toEqual([
      expect.stringMatching(/: 500, \d+ ms$/),
      expect.stringMatching(/: 204, \d+ ms$/),
    ]);
    await expectAccessibleOnAllScreens(page, 'delivery that was sent again');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByText('No matching deliveries').waitFor();
    await page.context().close();
  });

  it('say that the service has disabled a webhook, and enable it', async () => {
    receiver.answer = (_, response) => void response.writeHead(410).end();
    const webhook = await createWebhook(service, receiver.url, ['quiz.created']);
    await service.backoffice.call('POST', `/webhooks/${webhook.id}/test`);
    const isDisabled = async () =>
      (await service.backoffice.call<Webhook>('GET', `/webhooks/${webhook.id}`)).disabledAt !== null;
    await until('it is disabled', isDisabled);
    const page = await browser.openSignedIn('/');
    await page.getByText('One webhook was disabled').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('The receiver responded with 410 Gone').waitFor();
    await expectAccessibleOnAllScreens(page, 'list of webhooks');
    await page.getByRole('link', { name: 'Receiver' }).click();
    await page.getByText('This webhook gets no events').waitFor();
    await button(page, 'Enable').click();
    await button(page, 'Disable').waitFor();
    expect(await isDisabled()).toBe(false);
    await page.goto(`${service.url}/admin/audit`);
    await page.getByRole('table').getByText('Disabled a webhook').waitFor();
    await page.context().close();
  });

  it('delete a webhook after a confirmation', async () => {
    const webhook = await createWebhook(service, receiver.url, ['quiz.created']);
    const page = await open(webhook);
    await button(page, 'Delete').click();
    await button(page, 'Delete webhook').click();
    await page.getByText('There are no webhooks yet').waitFor();
    expect((await service.backoffice.request('GET', `/webhooks/${webhook.id}`)).status).toBe(404);
    await page.goto(`${service.url}/admin/settings/webhooks/${webhook.id}`);
    await page.getByRole('heading', { name: 'Webhook not found' }).waitFor();
    await page.context().close();
  });
});
