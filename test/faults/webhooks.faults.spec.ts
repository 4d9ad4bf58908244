import { setTimeout as sleep } from 'node:timers/promises';
import { createWebhook, Receiver, type Webhook } from '../support/receiver.js';
import { query } from '../support/database.js';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';

const ROUNDS = extent({ short: 3, soak: 20 });
/** Several steps of an instance that creates deliveries. */
const BURST = extent({ short: 3_000, soak: 60_000 });

/** As many events at once, each of a subject of its own, 50 in a transaction. */
const ENQUEUE = `
  INSERT INTO queued_webhook_events (type, webhook_ids, size, occurrences)
  SELECT 'attempt.recorded', ARRAY[$1::uuid], count(*), jsonb_agg(jsonb_build_object('subject', number::text, 'payload',
    jsonb_build_object('type', 'attempt.recorded', 'data', jsonb_build_object('number', number, 'filler', repeat('x', 250)))::text))
  FROM generate_series(1, $2) AS number GROUP BY number / 50`;

describeWithCluster('deliveries to webhooks', () => {
  let site: Site;
  let receiver: Receiver;
  let webhook: Webhook;

  beforeAll(async () => {
    site = await startSite({ environment: { WEBHOOK_NETWORKS: '127.0.0.1' } });
  });

  beforeEach(async () => {
    receiver = await Receiver.start();
    webhook = await createWebhook(site, receiver.url, ['attempt.recorded']);
  });

  afterEach(async () => {
    await site.backoffice.call('DELETE', `/webhooks/${webhook.id}`);
    await receiver.close();
  });

  afterAll(() => site.cluster.stop());

  async function untilDelivered(): Promise<void> {
    // What an instance that was killed had claimed is due half a minute later. The test does not wait for that.
    const late = `SELECT due_at FROM webhook_deliveries WHERE status = 'pending' AND due_at > now() + interval '30 seconds'`;
    expect(await query(site.databaseUrl, late)).toEqual([]);
    const due = `UPDATE webhook_deliveries SET due_at = now() WHERE status = 'pending' AND due_at > now()`;
    await query(site.databaseUrl, due);
    await until('all are delivered', async () => {
      const rows = `
        SELECT (SELECT count(*) FROM queued_webhook_events)::int
          + (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = $1 AND status <> 'delivered')::int AS left`;
      const [{ left } = { left: NaN }] = await query<{ left: number }>(site.databaseUrl, rows, [webhook.id]);
      return left === 0 || left;
    });
  }

  const duplicates = () => receiver.received.length - new Set(receiver.received.map(({ id }) => id)).size;

  it('miss no attempt while instances and PostgreSQL are killed under load', async () => {
    const { cluster, url, databaseUrl, players, quizzes } = site;
    const random = startRandom('Webhooks under load');
    const load = new Load({ url, players, quizzes, random, keyed: 4, unkeyed: 2, readers: 0 });
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(random.between(200, 800));
      const instance = random.pick(cluster.instances);
      await instance.kill();
      await instance.start();
      await sleep(random.between(200, 800));
      await cluster.postgres.kill();
      await cluster.postgres.start();
      await Promise.all(cluster.instances.map((each) => each.untilReady()));
    }
    await load.stop();
    await untilDelivered();
    const stored = await query<{ id: string }>(databaseUrl, 'SELECT id FROM attempts');
    const sent = new Set(receiver.received.map(({ event }) => event.data.attemptId));
    expect(stored.filter(({ id }) => !sent.has(id))).toEqual([]);
    expect(sent.size).toBe(stored.length);
    record({
      name: 'Webhooks: kill -9 of an instance, then of PostgreSQL, under load',
      done: `${ROUNDS} rounds (seed ${random.seed}); ${stored.length} attempts`,
      expected: 'each attempt is delivered at least once, and no other one',
      measured: `0 missing, 0 that do not exist; ${duplicates()} deliveries were sent twice`,
    });
  });

  it('miss none of a burst of events if one of two instances is killed', async () => {
    const { cluster, databaseUrl } = site;
    const [, second, third] = cluster.instances;
    await third?.kill();
    await query(databaseUrl, ENQUEUE, [webhook.id, BURST]);
    const begin = performance.now();
    await until('a third is sent', () => Promise.resolve(receiver.received.length > BURST / 3));
    const rate = Math.round((1_000 * receiver.received.length) / (performance.now() - begin));
    await second?.kill();
    await untilDelivered();
    const numbers = new Set(receiver.received.map(({ event }) => event.data.number));
    expect(numbers.size).toBe(BURST);
    record({
      name: 'Webhooks: kill -9 of one of two instances that deliver a burst',
      done: `${BURST} events for one receiver`,
      expected: 'each event is delivered at least once',
      measured: `0 missing; ${duplicates()} deliveries were sent twice; ${rate} events a second before the kill, with receiver, PostgreSQL and both instances on one machine`,
    });
  });
});
