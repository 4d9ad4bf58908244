import type { Locator, Page } from 'playwright-core';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { createPlayer, createQuiz } from '../../../test/support/factories.js';
import {
  createWebhook,
  deliveriesOf,
  isSignedWith,
  postponeRetries,
  Receiver,
  secretOf,
  type Webhook,
} from '../../../test/support/receiver.js';
import { until } from '../../../test/support/until.js';

describePages(
  'the pages of webhooks',
  (site) => {
    let receiver: Receiver;
    beforeEach(async () => {
      receiver = await Receiver.start();
    });
    afterEach(() => receiver.close());

    const button = (parent: Page | Locator, name: string) => parent.getByRole('button', { name, exact: true });
    const read = (id: string) => site.service.backoffice.call<Webhook>('GET', `/webhooks/${id}`);

    it('an administrator creates a webhook, tests, changes and deletes it, and rotates its secret', async () => {
      const page = await site.browser.visit('/settings/webhooks');
      await page.getByText('There are no webhooks yet').waitFor();
      await button(page, 'Create webhook').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Course platform');
      await dialog.getByLabel('Address').fill('https://10.0.0.1/events');
      await button(dialog, 'Create webhook').click();
      await dialog.getByText('Choose at least one event').waitFor();
      await dialog.getByLabel('An attempt was recorded').check();
      await button(dialog, 'Create webhook').click();
      await dialog.getByText('10.0.0.1 is not a public address, and WEBHOOK_NETWORKS does not contain it').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Address').fill(receiver.url);
      await button(dialog, 'Create webhook').click();
      await page.getByRole('heading', { level: 1, name: 'Course platform' }).waitFor();
      const webhook = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
      await button(page, 'Show secret').click();
      const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
      await button(page, 'Send a test event').click();
      const [received] = await receiver.until(1);
      expect(received && isSignedWith(secret, received)).toBe(true);
      await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').waitFor();
      await expectAccessible(page);

      await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
      await page.getByLabel('A quiz was changed').check();
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await button(page, 'Stay on this page').click();
      await button(page, 'Save').click();
      await page.getByText('is saved.').waitFor();
      const events = ['quiz.updated', 'attempt.recorded'];
      expect(await read(webhook.id)).toMatchObject({
        name: 'Renamed',
        events: expect.arrayContaining(events) as string[],
      });
      await button(page, 'Rotate secret').click();
      await button(page.getByRole('dialog'), 'Rotate secret').click();
      await page.getByText('signed with the former secret too until').waitFor();
      const shown = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
      expect(shown).toBe(await secretOf(site.service, webhook));
      expect(shown).not.toBe(secret);
      await button(page, 'Delete').click();
      await button(page, 'Delete webhook').click();
      await page.getByText('There are no webhooks yet').waitFor();
      await site.browser.visit(`/settings/webhooks/${webhook.id}`);
      await page.getByRole('heading', { name: 'Webhook not found' }).waitFor();
    });

    it('an administrator sees why a delivery failed, sends it and all pending ones again, and enables a webhook that was disabled', async () => {
      receiver.answer = (_, response) => void response.writeHead(500).end('Out of memory');
      const webhook = await createWebhook(site.service, receiver.url, ['quiz.created']);
      await postponeRetries(site.service, webhook);
      const admin = await createPlayer(site.service, 'admin');
      await createQuiz(admin);
      const status = async () => (await deliveriesOf(site.service, webhook))[0]?.responseStatus;
      await until('it was tried', async () => (await status()) === 500);
      const page = await site.browser.visit(`/settings/webhooks/${webhook.id}`);
      const details = button(page, 'Details of quiz.created');
      await details.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Out of memory').waitFor();
      await dialog.getByText('"title": "Capitals"').waitFor();
      await expectAccessible(page);
      receiver.answer = (_, response) => void response.writeHead(204).end();
      await button(dialog, 'Send again').click();
      await page.getByRole('table').getByText('Delivered').waitFor();
      await details.click();
      const tries = dialog.getByRole('region', { name: 'Tries' }).getByRole('listitem');
      expect(await tries.allTextContents()).toEqual([
        expect.stringMatching(/: 500, \d+ ms$/),
        expect.stringMatching(/: 204, \d+ ms$/),
      ]);
      await button(dialog, 'Close').last().click();

      receiver.answer = (_, response) => void response.writeHead(503).end();
      await createQuiz(admin);
      await until('the next one was tried', async () => (await status()) === 503);
      receiver.answer = (_, response) => void response.writeHead(204).end();
      await button(page, 'Send all pending now').click();
      await page.getByText('One delivery is sent now').waitFor();
      await until('it is delivered', async () => (await status()) === 204);
      await button(page, 'Send all pending now').click();
      await page.getByText('No delivery waits for its next try').waitFor();
      await page.getByLabel('Status').selectOption('Failed');
      await page.getByText('No matching deliveries').waitFor();

      receiver.answer = (_, response) => void response.writeHead(410).end();
      await site.service.backoffice.call('POST', `/webhooks/${webhook.id}/test`);
      await until('it is disabled', async () => (await read(webhook.id)).disabledAt !== null);
      await site.browser.visit('/');
      await page.getByText('One webhook was disabled').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
      await page.getByText('The receiver responded with 410 Gone').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Receiver' }).click();
      await page.getByText('This webhook gets no events').waitFor();
      await button(page, 'Enable').click();
      await button(page, 'Disable').waitFor();
      expect((await read(webhook.id)).disabledAt).toBeNull();
      await site.browser.visit('/audit');
      await page.getByRole('table').getByText('Disabled a webhook').waitFor();
    });
  },
  { WEBHOOK_NETWORKS: '127.0.0.1' },
);
