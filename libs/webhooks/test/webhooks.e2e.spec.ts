import { Module } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Background, UnitOfWork } from '#libs/database';
import { SendsToWebhooks, WebhookEvent } from '#libs/webhooks';
import { countStatuses, submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { regrade, undoRegrade } from '../../../test/support/regrades.js';
import { eventProblems } from '../../../test/support/openapi/check-event.js';
import { documentsOf } from '../../../test/support/openapi/documents-of.js';
import { type Service, sharedService, startService } from '../../../test/support/service.js';
import { restoreQuiz } from '../../../test/support/trash.js';
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

const UNKNOWN = '019b76da-a800-7000-8000-000000000001';

let service: Service;
let admin: Player;
let player: Player;
let receiver: Receiver;
const receivers: Receiver[] = [];

beforeAll(async () => {
  service = await startService({ WEBHOOK_NETWORKS: '127.0.0.1' });
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
});

beforeEach(async () => {
  receiver = await startReceiver();
});

afterEach(async () => {
  await query(service.databaseUrl, 'DELETE FROM webhooks');
  const closed = receivers.splice(0);
  await Promise.all(closed.map((one) => one.close()));
  const [document] = documentsOf(service.app);
  expect(closed.flatMap(({ received }) => received).flatMap((one) => eventProblems(document, one))).toEqual([]);
});

afterAll(() => service.close());

async function startReceiver(): Promise<Receiver> {
  const started = await Receiver.start();
  receivers.push(started);
  return started;
}

const register = (...events: string[]) => createWebhook(service, receiver.url, events);
const sendTest = ({ id }: Webhook) => service.backoffice.call('POST', `/webhooks/${id}/test`);
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

describe('deliveries to webhooks', () => {
  it('say that an attempt was recorded, with its fields of the API', async () => {
    const webhook = await register('attempt.recorded');
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    const [received] = await receiver.until(1);
    const { data } = await player.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    const listed = { ...data?.attempts[0], displayName: undefined };
    expect(received?.event).toEqual({ type: 'attempt.recorded', timestamp: listed.completedAt, data: listed });
    expect(received?.event.data.attemptId).toBe(attemptId);
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    const secret = await secretOf(service, webhook);
    expect(received && isSignedWith(secret, received)).toBe(true);
    expect(received && isSignedWith(secret, { ...received, body: `${received.body} ` })).toBe(false);
  });

  it('say that an attempt was regraded, voided and restored, in this order', async () => {
    await register('attempt.recorded', 'attempt.regraded', 'attempt.voided', 'attempt.restored');
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    await regrade(service, { quiz, question: 2, counts: 'everyone' });
    const path = `/quizzes/${quiz.id}/attempts/${attemptId}/void`;
    await service.backoffice.call('PUT', path, { reason: 'Copied' });
    await service.backoffice.call('DELETE', path);
    await receiver.until(4);
    const types = ['attempt.recorded', 'attempt.regraded', 'attempt.voided', 'attempt.restored'];
    expect(receiver.types).toEqual(types);
    expect(receiver.received.map(({ event }) => event.data.correctCount)).toEqual([2, 3, 3, 3]);
    const [recorded, regraded, voided, restored] = receiver.received.map(({ event }) => event.data);
    const { data: listed } = await player.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    expect(listed?.attempts).toEqual([{ ...restored, displayName: player.displayName }]);
    expect(recorded?.regradedAt).toBeUndefined();
    expect(restored).toEqual(regraded);
    expect(voided).toEqual({ ...regraded, voidedAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown });
    expect(new Set(receiver.received.map(({ event }) => event.data.attemptId))).toEqual(new Set([attemptId]));
  });

  it('say that a regrade was undone, without regradedAt', async () => {
    await register('attempt.regraded');
    const quiz = await createQuiz(admin);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    const { id } = await regrade(service, { quiz, question: 2, counts: 'everyone' });
    await undoRegrade(service, quiz.id, id);
    const [regraded, undone] = (await receiver.until(2)).map(({ event }) => event.data);
    expect([regraded, undone]).toMatchObject([
      { correctCount: 3, regradedAt: expect.any(String) as unknown },
      { correctCount: 2 },
    ]);
    expect(undone).not.toHaveProperty('regradedAt');
  });

  it('say that a quiz was created, changed, deleted and restored, without its questions', async () => {
    await register('quiz.created', 'quiz.updated', 'quiz.deleted', 'quiz.restored');
    const { questions: _, author: __, ...quiz } = await createQuiz(admin);
    await updateQuiz(admin, quiz.id, quizBody(2, { title: 'Rivers' }));
    await deleteQuiz(admin, quiz.id);
    await restoreQuiz(service, quiz.id);
    const [created, updated, deleted, restored] = await receiver.until(4);
    expect(created?.event).toEqual({ type: 'quiz.created', timestamp: quiz.createdAt, data: quiz });
    expect(updated?.event).toMatchObject({ type: 'quiz.updated', data: { id: quiz.id, title: 'Rivers' } });
    expect(deleted?.event).toMatchObject({ type: 'quiz.deleted', data: { id: quiz.id } });
    const { data } = await admin.api.GET('/quizzes/{id}', { params: { path: { id: quiz.id } } });
    const { questions: ___, author: ____, ...shown } = data as Quiz;
    expect(restored?.event).toEqual({ type: 'quiz.restored', timestamp: shown.updatedAt, data: shown });
    expect(JSON.stringify(receiver.received)).not.toContain('isCorrect');
  });

  it('say that a quiz was changed when an old version is restored', async () => {
    const quiz = await createQuiz(admin);
    await updateQuiz(admin, quiz.id, quizBody(2));
    await register('quiz.updated');
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/versions/1/restoration`);
    expect((await receiver.until(1))[0]?.event).toMatchObject({ type: 'quiz.updated', data: { id: quiz.id } });
  });

  it('say that a user was created, without the email', async () => {
    await register('user.created');
    const { userId, displayName } = await createPlayer(service, 'viewer');
    const [received] = await receiver.until(1);
    const data = { id: userId, displayName, image: null, role: 'viewer', suspended: false };
    expect(received?.event).toMatchObject({ type: 'user.created', data });
    expect(received?.body).not.toContain('@');
  });

  it('say that a user was changed, without the email', async () => {
    await register('user.changed');
    const { userId, displayName } = await createPlayer(service);
    await service.backoffice.call('PATCH', `/users/${userId}`, { role: 'viewer', suspended: true });
    const [received] = await receiver.until(1);
    const data = { id: userId, displayName, image: null, role: 'viewer', suspended: true };
    expect(received?.event).toMatchObject({ type: 'user.changed' });
    expect(received?.event.data).toEqual(data);
    expect(received?.body).not.toContain('@');
  });

  it('leave out what a rejected request would have changed', async () => {
    const webhook = await register('quiz.updated');
    const quiz = await createQuiz(admin);
    const { response } = await admin.api.PUT('/quizzes/{id}', {
      params: { path: { id: quiz.id }, header: { 'If-Match': '"another"' } },
      body: quizBody(2),
    });
    expect(response.status).toBe(412);
    await updateQuiz(admin, quiz.id, quizBody(2, { title: 'Accepted' }));
    await receiver.until(1);
    expect(receiver.received[0]?.event.data.title).toBe('Accepted');
    expect(await deliveriesOf(service, webhook)).toHaveLength(1);
  });

  it('are signed with both secrets after a rotation, and with the new one alone a day later', async () => {
    const webhook = await register('quiz.created');
    const former = await secretOf(service, webhook);
    const { secret } = await service.backoffice.call<{ secret: string }>(
      'POST',
      `/webhooks/${webhook.id}/secret/rotation`,
    );
    expect(secret).not.toBe(former);
    await sendTest(webhook);
    const [first] = await receiver.until(1);
    expect([former, secret].map((one) => first && isSignedWith(one, first))).toEqual([true, true]);
    await query(
      service.databaseUrl,
      `UPDATE webhooks SET former_secrets = jsonb_build_array(former_secrets -> 0 || '{"until": "2026-01-01T00:00:00.000Z"}')`,
    );
    await sendTest(webhook);
    const [, second] = await receiver.until(2);
    expect([former, secret].map((one) => second && isSignedWith(one, second))).toEqual([false, true]);
  });
});

describe('a delivery that fails', () => {
  it('is tried again with the same id, and delays later events of its subject only', async () => {
    const webhook = await register('quiz.created', 'quiz.updated');
    let isDown = true;
    receiver.answer = (received, response) => {
      const isFirst = received.event.type === 'quiz.created' && received.event.data.title === 'First';
      response.writeHead(isFirst && isDown ? 500 : 200).end('The reason');
    };
    const quiz = await createQuiz(admin, quizBody(2, { title: 'First' }));
    await receiver.until(1);
    await updateQuiz(admin, quiz.id, quizBody(2, { title: 'Changed' }));
    await createQuiz(admin, quizBody(2, { title: 'Other' }));
    const delivered = () => deliveriesOf(service, webhook, 'delivered');
    await until('the event of another subject is delivered', async () => (await delivered()).length === 1);
    const failed = async () => (await deliveriesOf(service, webhook, 'pending')).find(({ tries }) => tries > 0);
    await until('the failed try is stored', async () => (await failed())?.responseStatus === 500);
    expect(await failed()).toMatchObject({
      responseBody: 'The reason',
      error: null,
      nextTryAt: expect.any(String) as unknown,
    });
    isDown = false;
    await until('all are delivered', async () => (await delivered()).length === 3);
    const received = receiver.received.map(({ id, event }) => ({ id, title: event.data.title }));
    const tries = received.filter(({ title }) => title === 'First');
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    expect(received.at(-1)?.title).toBe('Changed');
    expect(received.filter(({ title }) => title === 'Changed')).toHaveLength(1);
  });

  it('disables its webhook after the last try, with a reason and an entry in the audit log', async () => {
    const webhook = await register('quiz.created');
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await sendTest(webhook);
    await until('it was tried', async () => (await deliveriesOf(service, webhook))[0]?.responseStatus === 503);
    await query(service.databaseUrl, 'UPDATE webhook_deliveries SET tries = 9, due_at = now() WHERE webhook_id = $1', [
      webhook.id,
    ]);
    await untilDisabled(webhook, 'A delivery failed for three days: status 503');
    expect(await deliveriesOf(service, webhook)).toMatchObject([{ status: 'failed', tries: 10, nextTryAt: null }]);
    const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit?subjectId=${webhook.id}`);
    expect(entries).toMatchObject([
      { action: 'webhook.disabled', actorName: 'Service' },
      { action: 'webhook.test_sent' },
      { action: 'webhook.created' },
    ]);
  });

  it('disables its webhook at once if the receiver answers 410', async () => {
    const webhook = await register('quiz.created');
    receiver.answer = (_, response) => void response.writeHead(410).end();
    await sendTest(webhook);
    await untilDisabled(webhook, 'The receiver responded with 410 Gone');
  });

  it('is sent again by hand with the same id, unless the webhook is disabled', async () => {
    const webhook = await register('quiz.created');
    await sendTest(webhook);
    await until('it is delivered', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 1);
    const [delivery] = await deliveriesOf(service, webhook);
    const path = `/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`;
    expect((await service.backoffice.request('POST', path)).status).toBe(204);
    const [first, second] = await receiver.until(2);
    expect(second?.id).toBe(first?.id);
    const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit?subjectId=${webhook.id}`);
    expect(entries).toMatchObject([
      { action: 'webhook.delivery_resent', details: { event: 'webhook.test', eventId: delivery?.id } },
      { action: 'webhook.test_sent', subject: { kind: 'webhook', id: webhook.id, name: 'Receiver' } },
      { action: 'webhook.created' },
    ]);
    await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    expect((await service.backoffice.request('POST', path)).status).toBe(409);
    const unknown = `/webhooks/${webhook.id}/deliveries/${UNKNOWN}/resend`;
    await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, { enabled: true });
    expect((await service.backoffice.request('POST', unknown)).status).toBe(404);
  });

  it('is sent at once with all pending ones of its webhook by hand, however long it would wait', async () => {
    const webhook = await register('quiz.created');
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await postponeRetries(service, webhook);
    for (let created = 0; created < 3; created++) await createQuiz(admin);
    const tried = async () =>
      (await deliveriesOf(service, webhook)).filter(({ responseStatus }) => responseStatus === 503);
    await until('all are tried', async () => (await tried()).length === 3);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    const path = `/webhooks/${webhook.id}/deliveries/send-pending`;
    expect(await service.backoffice.call('POST', path)).toEqual({ deliveries: 3 });
    await until('all are delivered', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 3);
    expect(await service.backoffice.call('POST', path)).toEqual({ deliveries: 0 });
    const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit?subjectId=${webhook.id}`);
    expect(entries).toMatchObject([{ action: 'webhook.pending_sent', details: { deliveries: 3 } }, {}]);
    await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    expect((await service.backoffice.request('POST', path)).status).toBe(409);
  });

  it('keeps the history of its tries when it is sent again', async () => {
    const webhook = await register('quiz.created');
    await postponeRetries(service, webhook);
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await sendTest(webhook);
    const history = async () => (await deliveriesOf(service, webhook))[0]?.history ?? [];
    await until('it was tried', async () => (await history()).length === 1);
    const [delivery] = await deliveriesOf(service, webhook);
    receiver.answer = (_, response) => response.destroy();
    await service.backoffice.call('POST', `/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`);
    await until('it was tried again', async () => (await history()).length === 2);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await service.backoffice.call('POST', `/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`);
    await until('it is delivered', async () => (await history()).length === 3);
    const [delivered] = await deliveriesOf(service, webhook, 'delivered');
    expect(delivered).toMatchObject({
      tries: 1,
      history: [
        {
          at: expect.any(String) as unknown,
          latencyMs: expect.any(Number) as unknown,
          responseStatus: 503,
          error: null,
        },
        { responseStatus: null, error: 'socket hang up' },
        { responseStatus: 204, error: null },
      ],
    });
    const times = delivered?.history.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times?.toSorted((one, other) => one - other));
  });

  it('has a history of 20 tries at most', async () => {
    const webhook = await register('quiz.created');
    await sendTest(webhook);
    await until('it is delivered', async () => (await deliveriesOf(service, webhook, 'delivered')).length === 1);
    const [delivery] = await deliveriesOf(service, webhook);
    const filling = `
      UPDATE webhook_deliveries SET history = (SELECT jsonb_agg(history -> 0 || jsonb_build_object('latencyMs', number))
        FROM generate_series(1, 20) AS number) WHERE webhook_id = $1`;
    await query(service.databaseUrl, filling, [webhook.id]);
    await service.backoffice.call('POST', `/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`);
    const history = async () => (await deliveriesOf(service, webhook, 'delivered'))[0]?.history ?? [];
    await until('it is delivered again', async () => (await history())[0]?.latencyMs === 2);
    expect(await history()).toHaveLength(20);
  });

  it('is one whose receiver upgrades the connection, not one whose response is cut off', async () => {
    const webhook = await register('quiz.created');
    receiver.answer = (_, response) => void response.writeHead(101, { upgrade: 'h2c', connection: 'upgrade' }).end();
    await sendTest(webhook);
    await until('it was tried', async () => (await deliveriesOf(service, webhook))[0]?.latencyMs !== null);
    expect(await deliveriesOf(service, webhook)).toMatchObject([{ status: 'pending', responseStatus: null }]);
    receiver.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('begin');
      setTimeout(() => response.destroy(), 50);
    };
    await sendTest(webhook);
    const delivered = () => deliveriesOf(service, webhook, 'delivered');
    await until('the other one is delivered', async () => (await delivered()).length === 1);
    expect(await delivered()).toMatchObject([{ responseStatus: 200, responseBody: 'begin', error: null }]);
  });

  it('does not follow a redirect', async () => {
    const other = await startReceiver();
    const webhook = await register('quiz.created');
    receiver.answer = (_, response) => void response.writeHead(307, { location: other.url }).end();
    await sendTest(webhook);
    await until('it was tried', async () => (await deliveriesOf(service, webhook))[0]?.responseStatus === 307);
    expect(other.received).toEqual([]);
  });

  it('stores the beginning of a long response', async () => {
    const webhook = await register('quiz.created');
    receiver.answer = (_, response) => void response.writeHead(400).end(`\0${'x'.repeat(100_000)}`);
    await sendTest(webhook);
    await until('it was tried', async () => (await deliveriesOf(service, webhook))[0]?.responseStatus === 400);
    expect((await deliveriesOf(service, webhook))[0]?.responseBody).toBe('x'.repeat(999));
  });

  async function untilDisabled({ id }: Webhook, disabledReason: string): Promise<void> {
    const read = () => service.backoffice.call<Webhook>('GET', `/webhooks/${id}`);
    await until('it is disabled', async () => (await read()).disabledAt !== null);
    expect(await read()).toMatchObject({ disabledReason });
  }
});

it('a delivery does not reach a private address behind a name, unless it is configured', async () => {
  const strict = await sharedService();
  const url = receiver.url.replace('http://127.0.0.1', 'https://localhost');
  const webhook = await createWebhook(strict, url, ['quiz.created']);
  try {
    await strict.backoffice.call('POST', `/webhooks/${webhook.id}/test`);
    await until('it was tried', async () => (await deliveriesOf(strict, webhook))[0]?.error !== null);
    expect(await deliveriesOf(strict, webhook)).toMatchObject([
      {
        error: expect.stringMatching(/^(127\.0\.0\.1|::1) is not a public address, /) as unknown,
        responseStatus: null,
      },
    ]);
  } finally {
    await strict.backoffice.call('DELETE', `/webhooks/${webhook.id}`);
  }
});

it('a receiver that never answers delays no other one', async () => {
  const webhook = await register('quiz.created');
  receiver.answer = () => undefined;
  await createQuiz(admin);
  await receiver.until(1);
  const other = await startReceiver();
  await createWebhook(service, other.url, ['quiz.created']);
  await createQuiz(admin);
  await createQuiz(admin);
  await other.until(2);
  expect(await deliveriesOf(service, webhook, 'delivered')).toEqual([]);
});

it('a disabled webhook gets no events, and a deleted one leaves no deliveries', async () => {
  const webhook = await register('quiz.created');
  await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
  await createQuiz(admin, quizBody(1, { title: 'While it is disabled' }));
  await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, { enabled: true });
  await createQuiz(admin, quizBody(1, { title: 'Afterwards' }));
  await receiver.until(1);
  expect(receiver.received[0]?.event.data.title).toBe('Afterwards');
  expect(await deliveriesOf(service, webhook)).toHaveLength(1);
  await service.backoffice.call('DELETE', `/webhooks/${webhook.id}`);
  const left = 'SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1';
  await until('its deliveries are gone', async () => {
    await service.app.get(Background).run('Deleting old deliveries to webhooks');
    return (await query(service.databaseUrl, left, [webhook.id])).length === 0;
  });
});

describe('POST /webhooks', () => {
  const post = (body: object) => service.backoffice.request('POST', '/webhooks', body);

  it.each([
    ['https://user:secret@example.com/', 'url: must not contain a user name or password'],
    ['https://10.0.0.1/', 'url: 10.0.0.1 is not a public address, and WEBHOOK_NETWORKS does not contain it'],
    ['https://[::1]/', 'url: ::1 is not a public address, and WEBHOOK_NETWORKS does not contain it'],
    [
      'https://[::ffff:10.0.0.1]/',
      'url: ::ffff:a00:1 is not a public address, and WEBHOOK_NETWORKS does not contain it',
    ],
    ['https://2130706434/', 'url: 127.0.0.2 is not a public address, and WEBHOOK_NETWORKS does not contain it'],
    [
      'https://169.254.169.254/latest',
      'url: 169.254.169.254 is not a public address, and WEBHOOK_NETWORKS does not contain it',
    ],
    ['http://93.184.215.14/', 'url: must begin with https://, because http:// is for addresses in WEBHOOK_NETWORKS'],
    ['ftp://example.com/', 'url: must be an absolute http or https URL'],
  ])('rejects the address %s', async (url, error) => {
    const response = await post({ name: 'Receiver', url, events: ['quiz.created'] });
    expect([response.status, await errorOf(response)]).toEqual([400, error]);
  });

  it('rejects events that no module declares', async () => {
    const response = await post({ name: 'Receiver', url: receiver.url, events: ['quiz.created', 'quiz.solved'] });
    expect([response.status, await errorOf(response)]).toEqual([
      400,
      expect.stringMatching(/^events: .*attempt\.recorded/),
    ]);
  });

  it.each([[[]], [null], ['quiz.created'], [[1]], [[null]], [['quiz.created', 'quiz.created']], [['x'.repeat(101)]]])(
    'rejects the events %j',
    async (events) => {
      const response = await post({ name: 'Receiver', url: receiver.url, events });
      expect([response.status, await errorOf(response)]).toEqual([400, expect.stringMatching(/^events/)]);
    },
  );

  const fill = (count: number) =>
    query(
      service.databaseUrl,
      `INSERT INTO webhooks (id, name, url, events, secret, disabled_at)
      SELECT gen_random_uuid(), 'Receiver', $1, '{quiz.created}', 'whsec_', now() FROM generate_series(1, $2::integer)`,
      [receiver.url, count],
    );

  it('rejects a webhook beyond the limit', async () => {
    await fill(50);
    const response = await post({ name: 'Receiver', url: receiver.url, events: ['quiz.created'] });
    expect([response.status, await errorOf(response)]).toEqual([409, 'There are 50 webhooks already']);
  });

  it('creates no webhook beyond the limit, however many requests arrive at two instances at once', async () => {
    const second = await startService({ WEBHOOK_NETWORKS: '127.0.0.1', DATABASE_URL: service.databaseUrl });
    try {
      const body = { name: 'Receiver', url: receiver.url, events: ['quiz.created'] };
      const send = ({ backoffice }: Service) => backoffice.request('POST', '/webhooks', body);
      await fill(45);
      const requests = Array.from({ length: 6 }, () => [send(service), send(second)]).flat();
      expect(countStatuses(await Promise.all(requests))).toEqual({ 201: 5, 409: 7 });
    } finally {
      await second.close();
    }
  });

  it('creates one webhook per Idempotency-Key', async () => {
    const body = { name: 'Receiver', url: receiver.url, events: ['quiz.created'] };
    const send = () => service.backoffice.request('POST', '/webhooks', body, { 'idempotency-key': 'one-webhook' });
    const [first, second] = [await send(), await send()];
    expect(await second.json()).toEqual(await first.json());
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const { webhooks } = await service.backoffice.call<{ webhooks: Webhook[] }>('GET', '/webhooks');
    expect(webhooks).toHaveLength(1);
  });
});

describe('PATCH /webhooks/:id', () => {
  it('rejects null instead of events', async () => {
    const { id } = await register('quiz.created');
    expect((await service.backoffice.request('PATCH', `/webhooks/${id}`, { events: null })).status).toBe(400);
  });

  it('changes nothing if no field is given', async () => {
    const webhook = await register('quiz.created');
    expect(await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, {})).toEqual(webhook);
  });

  it('changes the address for deliveries that are pending', async () => {
    const webhook = await register('quiz.created');
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await sendTest(webhook);
    await receiver.until(1);
    const other = await startReceiver();
    await service.backoffice.call('PATCH', `/webhooks/${webhook.id}`, { url: other.url });
    await other.until(1);
    expect(other.types).toEqual(['webhook.test']);
    const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit?subjectId=${webhook.id}`);
    const host = { from: new URL(receiver.url).host, to: new URL(other.url).host };
    expect(entries).toMatchObject([
      { action: 'webhook.changed', details: { host } },
      { action: 'webhook.test_sent' },
      { action: 'webhook.created' },
    ]);
  });
});

describe('a module of your own', () => {
  class EarnedBadge {
    @ApiProperty({ format: 'uuid', example: UNKNOWN })
    userId!: string;
  }

  @SendsToWebhooks({
    'badge.earned': { description: 'A user earned a badge', data: EarnedBadge },
    'badge.lost': 'A user lost a badge',
  })
  @Module({})
  class BadgesModule {}

  it('sends its events to webhooks, as the OpenAPI document describes them', async () => {
    const extended = await startService({ WEBHOOK_NETWORKS: '127.0.0.1' }, [BadgesModule]);
    const badges = await Receiver.start();
    try {
      const { events } = await extended.backoffice.call<{ events: unknown[] }>('GET', '/webhook-events');
      expect(events).toContainEqual({ type: 'badge.earned', description: 'A user earned a badge' });
      await createWebhook(extended, badges.url, ['badge.earned', 'badge.lost']);
      const publish = (type: 'badge.earned' | 'badge.lost', data: object) =>
        extended.app
          .get(UnitOfWork)
          .run((transaction) => transaction.publish(new WebhookEvent(type, [{ subject: UNKNOWN, data }])));
      await publish('badge.earned', { userId: UNKNOWN });
      await publish('badge.lost', { anything: true });
      await publish('badge.earned', { userId: 'nobody' });
      const received = await badges.until(3);
      expect(received[0]?.event).toMatchObject({ type: 'badge.earned', data: { userId: UNKNOWN } });
      const [document] = documentsOf(extended.app, [BadgesModule]);
      expect(received.map((one) => eventProblems(document, one))).toEqual([
        [],
        [],
        ['body: data.userId must match format "uuid"'],
      ]);
    } finally {
      await badges.close();
      await extended.close();
    }
  });

  it('cannot send an event that it does not declare', async () => {
    const event = new WebhookEvent('badge.found', []);
    const publishing = service.app.get(UnitOfWork).run((transaction) => transaction.publish(event));
    await expect(publishing).rejects.toThrow('No module declares the webhook event badge.found by @SendsToWebhooks');
  });

  it('cannot send an event whose subject is too long', async () => {
    const event = new WebhookEvent('quiz.created', [{ subject: 'x'.repeat(201), data: {} }]);
    const publishing = service.app.get(UnitOfWork).run((transaction) => transaction.publish(event));
    await expect(publishing).rejects.toThrow('A subject of quiz.created is longer than 200 characters');
  });

  it('cannot declare an event of another module', async () => {
    @SendsToWebhooks({ 'quiz.created': 'The same' })
    @Module({})
    class RepeatingModule {}
    await expect(startService({}, [RepeatingModule])).rejects.toThrow(
      'The webhook event quiz.created is declared by two modules',
    );
  });
});

it('the OpenAPI document describes each event that a webhook can get, and the test event', async () => {
  const { events } = await service.backoffice.call<{ events: { type: string }[] }>('GET', '/webhook-events');
  const [{ webhooks = {} }] = documentsOf(service.app);
  expect(Object.keys(webhooks)).toEqual([...events.map(({ type }) => type), 'webhook.test']);
});

it('GET /webhook-events lists the events of all modules', async () => {
  const { events } = await service.backoffice.call<{ events: { type: string }[] }>('GET', '/webhook-events');
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['attempt.recorded', 'user.changed']));
});
