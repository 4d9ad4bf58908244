// What happens to deliveries that wait: order, leases, ends.
import { Background, lockName } from '#libs/database';
import { query, withClient } from '../../../test/support/database.js';
import { createPlayer, createQuiz, type Player, quizBody, updateQuiz } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import {
  createWebhook,
  deliveriesOf,
  isSignedWith,
  postponeRetries,
  Receiver,
  secretOf,
  type Webhook,
} from '../../../test/support/receiver.js';

const ENVIRONMENT = { WEBHOOK_NETWORKS: '127.0.0.1' };

let service: Service;
let admin: Player;
let receiver: Receiver;
let webhook: Webhook;

beforeAll(async () => {
  service = await startService(ENVIRONMENT);
  admin = await createPlayer(service, 'admin');
});

beforeEach(async () => {
  receiver = await Receiver.start();
  webhook = await createWebhook(service, receiver.url, ['quiz.created', 'quiz.updated']);
  await postponeRetries(service, webhook);
});

afterEach(async () => {
  await query(service.databaseUrl, 'DELETE FROM webhooks');
  await receiver.close();
});

afterAll(() => service.close());

const execute = (statement: string) => query(service.databaseUrl, statement, [webhook.id]);
const sendTest = () => service.backoffice.call('POST', `/webhooks/${webhook.id}/test`);
const change = (fields: object) => service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, fields);
const read = () => service.backoffice.call<Webhook>('GET', `/webhooks/${webhook.id}`);
const run = (task: string) => service.app.get(Background).run(task);
const deleteOld = () => run('Deleting old deliveries to webhooks');
const disableOverdue = () => run('Disabling webhooks that cannot keep up');
const untilTried = () =>
  until('it was tried', async () => (await deliveriesOf(service, webhook))[0]?.responseStatus != null);

/** Deliveries of the same subject that wait for the first one, and one of another subject. */
const ENQUEUE = `
  INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject, payload, due_at)
  SELECT $1, gen_random_uuid(), 'quiz.updated', CASE WHEN number <= 3000 THEN 'same' ELSE 'other' END,
    json_build_object('type', 'quiz.updated', 'data', json_build_object('number', number)),
    CASE WHEN number IN (1, 3001) THEN now() END
  FROM generate_series(1, 3001) AS number ORDER BY number`;

it('thousands of deliveries of a subject wait for the one that fails, and those of other subjects do not', async () => {
  receiver.answer = ({ event }, response) => void response.writeHead(event.data.number === 1 ? 500 : 204).end();
  await execute(ENQUEUE);
  await receiver.until(2);
  expect(receiver.received.map(({ event }) => event.data.number).sort()).toEqual([1, 3001]);
  receiver.answer = (_, response) => void response.writeHead(204).end();
  await execute(
    `UPDATE webhook_deliveries SET due_at = now() WHERE webhook_id = $1 AND subject = 'same' AND tries > 0 AND status = 'pending'`,
  );
  await receiver.until(20);
  const numbers = receiver.received.slice(2).map(({ event }) => event.data.number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

it('changes of a subject that are queued together are sent one after the other', async () => {
  receiver.answer = ({ event }, response) => void response.writeHead(event.data.number === 1 ? 500 : 204).end();
  await execute(`
    INSERT INTO queued_webhook_events (type, webhook_ids, size, occurrences)
    SELECT 'quiz.updated', ARRAY[$1::uuid], 2, jsonb_agg(json_build_object('subject', subject,
      'payload', json_build_object('type', 'quiz.updated', 'data', json_build_object('number', number))::text))
    FROM generate_series(1, 9) AS number CROSS JOIN LATERAL (VALUES (CASE WHEN number < 9 THEN 'same' ELSE 'other' END)) AS of (subject)
    GROUP BY (number - 1) / 2 ORDER BY (number - 1) / 2`);
  await receiver.until(2);
  expect(receiver.received.map(({ event }) => event.data.number).sort()).toEqual([1, 9]);
  const pending = () => deliveriesOf(service, webhook, 'pending');
  await until('the first was tried', async () =>
    (await pending()).some(({ responseStatus }) => responseStatus === 500),
  );
  receiver.answer = (_, response) => void response.writeHead(204).end();
  await change({ url: `${receiver.url}/again` });
  await receiver.until(10);
  expect(receiver.received.slice(2).map(({ event }) => event.data.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('one transaction at a time creates deliveries, while others are sent', async () => {
  const { text } = lockName('deliveries to webhooks')();
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [text]);
    await createQuiz(admin);
    await sendTest();
    await receiver.until(1);
    await sendTest();
    await receiver.until(2);
    expect(receiver.types).toEqual(['webhook.test', 'webhook.test']);
    await client.query('ROLLBACK');
  });
  await receiver.until(3);
  expect(receiver.types[2]).toBe('quiz.created');
});

it('deliveries are sent although none can be created', async () => {
  await createQuiz(admin);
  await receiver.until(1);
  await query(service.databaseUrl, 'ALTER TABLE queued_webhook_events RENAME TO gone');
  await sendTest();
  await receiver.until(2);
  await query(service.databaseUrl, 'ALTER TABLE gone RENAME TO queued_webhook_events');
  await createQuiz(admin);
  await receiver.until(3);
  expect(receiver.types).toEqual(['quiz.created', 'webhook.test', 'quiz.created']);
});

it('two instances deliver the changes of a quiz in order', async () => {
  const second = await startService({ ...ENVIRONMENT, DATABASE_URL: service.databaseUrl });
  try {
    const quizzes = await Promise.all(Array.from({ length: 5 }, () => createQuiz(admin)));
    for (let version = 1; version <= 6; version++) {
      await Promise.all(quizzes.map(({ id }) => updateQuiz(admin, id, quizBody(1, { title: `Version ${version}` }))));
    }
    await receiver.until(5 * 7);
    for (const { id } of quizzes) {
      const titles = receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.data.title);
      expect(titles).toEqual(['Capitals', ...[1, 2, 3, 4, 5, 6].map((version) => `Version ${version}`)]);
    }
  } finally {
    await second.close();
  }
});

it('a request without a response holds up only its own delivery', async () => {
  const hanging = await createQuiz(admin, quizBody(1, { title: 'Hangs' }));
  await receiver.until(1);
  receiver.answer = ({ event }, response) => void (event.data.title === 'Hangs' || response.writeHead(204).end());
  await updateQuiz(admin, hanging.id, quizBody(1, { title: 'Hangs' }));
  await receiver.until(2);
  for (let number = 0; number < 5; number++) await createQuiz(admin);
  await until('the others are recorded', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 6);
  expect(await deliveriesOf(service, webhook, 'pending')).toMatchObject([{ tries: 1, responseStatus: null }]);
});

it('a delivery whose turn was missed is sent', async () => {
  await change({ enabled: false });
  await execute(`
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject, payload, due_at)
    VALUES ($1, gen_random_uuid(), 'quiz.created', 'a', '{"type": "quiz.created"}', NULL)`);
  await change({ enabled: true });
  await receiver.until(1);
});

it('a stopping instance gives back what it could not finish, and a delivery that began anew has all its tries', async () => {
  const stopping = await startService(ENVIRONMENT);
  const { id } = await createWebhook(stopping, receiver.url, ['quiz.created']);
  receiver.answer = () => undefined;
  await stopping.backoffice.call('POST', `/webhooks/${id}/test`);
  await stopping.backoffice.call('POST', `/webhooks/${id}/test`);
  const [unfinished, anew] = await receiver.until(2);
  // A lease that does not end before the stop.
  const begin = `UPDATE webhook_deliveries SET tries = 0, due_at = now() + interval '1 hour' WHERE event_id = $1`;
  await query(stopping.databaseUrl, begin, [anew?.id]);
  await stopping.app.close();
  const statement = 'SELECT status, tries, due_at <= now() AS due, error FROM webhook_deliveries WHERE event_id = $1';
  expect(await query(stopping.databaseUrl, statement, [unfinished?.id])).toEqual([
    { status: 'pending', tries: 0, due: true, error: null },
  ]);
  expect(await query(stopping.databaseUrl, statement, [anew?.id])).toMatchObject([{ status: 'pending', tries: 0 }]);
  const next = await startService({ ...ENVIRONMENT, DATABASE_URL: stopping.databaseUrl });
  receiver.answer = (_, response) => void response.writeHead(204).end();
  await receiver.until(3);
  expect(receiver.received[2]?.id).toBe(unfinished?.id);
  await next.close();
});

it('enabling a webhook tries pending deliveries at once', async () => {
  receiver.answer = (_, response) => void response.writeHead(500).end();
  await sendTest();
  await untilTried();
  await execute(`UPDATE webhook_deliveries SET tries = 9, due_at = now() + interval '1 day' WHERE webhook_id = $1`);
  await change({ enabled: false });
  await change({ enabled: true });
  await receiver.until(2);
  await until('the try is recorded', async () => (await deliveriesOf(service, webhook))[0]?.tries === 1);
  expect((await read()).disabledAt).toBeNull();
});

it('a delivery that is sent again while it is in flight is sent at once, and its former outcome does not count', async () => {
  receiver.answer = () => undefined;
  await sendTest();
  const [received] = await receiver.until(1);
  await execute('UPDATE webhook_deliveries SET tries = 9 WHERE webhook_id = $1');
  receiver.answer = (_, response) => void response.writeHead(204).end();
  await service.backoffice.call('POST', `/webhooks/${webhook.id}/deliveries/${received?.id}/resend`);
  await receiver.until(2);
  await until('it is delivered', async () => (await deliveriesOf(service, webhook, 'delivered'))[0]?.tries === 1);
});

it('a delivery that is sent again follows those of its subject that are pending', async () => {
  const { id } = await createQuiz(admin);
  const [created] = await receiver.until(1);
  await until('it is delivered', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 1);
  receiver.answer = (_, response) => void response.writeHead(500).end();
  await updateQuiz(admin, id, quizBody(1));
  await until('the change is pending', async () => (await deliveriesOf(service, webhook, 'pending'))[0]?.tries === 1);
  await untilTried();
  await service.backoffice.call('POST', `/webhooks/${webhook.id}/deliveries/${created?.id}/resend`);
  receiver.answer = (_, response) => void response.writeHead(204).end();
  await change({ url: `${receiver.url}/again` });
  await receiver.until(4);
  expect(receiver.types).toEqual(['quiz.created', 'quiz.updated', 'quiz.updated', 'quiz.created']);
});

it('the response of a former address does not disable the webhook', async () => {
  let respond = (): void => undefined;
  receiver.answer = (_, response) => (respond = () => void response.writeHead(410).end());
  await sendTest();
  await receiver.until(1);
  const other = await Receiver.start();
  await change({ url: other.url });
  respond();
  await sendTest();
  await until('both have ended', async () => (await deliveriesOf(service, webhook, 'pending')).length === 0);
  expect((await read()).disabledAt).toBeNull();
  await other.close();
});

it('deliveries are signed with the secret and the last two before it', async () => {
  const secrets = [await secretOf(service, webhook)];
  for (let rotation = 0; rotation < 4; rotation++) {
    await service.backoffice.call('POST', `/webhooks/${webhook.id}/secret/rotation`);
    secrets.push(await secretOf(service, webhook));
  }
  await sendTest();
  const [received] = await receiver.until(1);
  expect(secrets.map((secret) => received && isSignedWith(secret, received))).toEqual([false, false, true, true, true]);
});

it('a webhook whose deliveries are pending for four days is disabled, but not right after it was enabled', async () => {
  receiver.answer = (_, response) => void response.writeHead(500).end();
  await sendTest();
  await untilTried();
  await execute(`UPDATE webhook_deliveries SET created_at = now() - interval '8 days' WHERE webhook_id = $1`);
  await disableOverdue();
  expect((await read()).disabledAt).toBeNull();
  await execute(`UPDATE webhooks SET enabled_at = now() - interval '5 days' WHERE id = $1`);
  await until('it is disabled', async () => {
    await disableOverdue();
    return (await read()).disabledReason === 'Deliveries were pending for four days';
  });
  await until('what is older than a week is deleted', async () => {
    await deleteOld();
    return (await deliveriesOf(service, webhook)).length === 0;
  });
});

it('deliveries are deleted after a week, except those that an enabled webhook has yet to send', async () => {
  await sendTest();
  await until('it is delivered', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 1);
  receiver.answer = (_, response) => void response.writeHead(500).end();
  await sendTest();
  await receiver.until(2);
  await execute(`UPDATE webhook_deliveries SET created_at = now() - interval '8 days' WHERE webhook_id = $1`);
  await until('the old one is deleted', async () => {
    await deleteOld();
    return (await deliveriesOf(service, webhook)).length === 1;
  });
  expect(await deliveriesOf(service, webhook)).toMatchObject([{ status: 'pending' }]);
});

it('deliveries without a webhook are deleted', async () => {
  await sendTest();
  await receiver.until(1);
  await service.backoffice.call('DELETE', `/webhooks/${webhook.id}`);
  await execute(`
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject, payload)
    VALUES ($1, gen_random_uuid(), 'quiz.created', 'a', '{}')`);
  const left = () => execute('SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1');
  await until('they are gone', async () => {
    await deleteOld();
    return (await left()).length === 0;
  });
});
