// The receiver of the guide.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import { createWebhook, deliveriesOf, secretOf } from '../../../test/support/receiver.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const [, example = ''] = /```js\n([^]*?)```/.exec(readFileSync(`${ROOT}docs/api/75-webhooks.md`, 'utf8')) ?? [];

let service: Service;

beforeAll(async () => {
  service = await startService({ WEBHOOK_NETWORKS: '127.0.0.1,::1' });
});

afterAll(() => service.close());

it('the receiver of the guide handles each event once and rejects forged ones', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const webhook = await createWebhook(service, url, ['quiz.created']);
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: await secretOf(service, webhook) };
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', example], { cwd: ROOT, env });
  try {
    let output = '';
    receiver.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    receiver.stderr.pipe(process.stderr);
    const forge = () => fetch(url, { method: 'POST', headers: { 'webhook-id': '1' }, body: '{}' });
    await until('the receiver listens', () => forge().then(({ status }) => status === 400, String));
    await service.backoffice.call('POST', `/webhooks/${webhook.id}/test`);
    const delivered = async () => (await deliveriesOf(service, webhook, 'delivered'))[0];
    await until('it is delivered', async () => (await delivered()) !== undefined);
    const first = await delivered();
    await service.backoffice.call('POST', `/webhooks/${webhook.id}/deliveries/${first?.id}/resend`);
    await until('it is delivered again', async () => {
      const again = await delivered();
      return again !== undefined && again.triedAt !== first?.triedAt;
    });
    expect(output).toBe(`webhook.test { webhookId: '${webhook.id}' }\n`);
  } finally {
    receiver.kill();
  }
});
