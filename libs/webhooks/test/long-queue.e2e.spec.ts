import { query } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import { createWebhook, Receiver } from '../../../test/support/receiver.js';

const EVENTS = 3_000;

/** Each of a subject of its own, 20 in a transaction. */
const ENQUEUE = `
  INSERT INTO queued_webhook_events (type, webhook_ids, size, occurrences)
  SELECT 'quiz.created', ARRAY[$1::uuid], 20,
    jsonb_agg(jsonb_build_object('subject', number::text, 'payload', jsonb_build_object('type', 'quiz.created', 'number', number)::text))
  FROM generate_series(1, $2) AS number GROUP BY number / 20`;

const READ = `
  SELECT coalesce(sum(n_tup_ins) FILTER (WHERE relname = 'webhook_deliveries'), 0)::integer AS created, coalesce(sum(seq_tup_read), 0)::integer AS scanned,
    coalesce(sum(idx_tup_fetch), 0)::integer AS fetched
  FROM pg_stat_user_tables WHERE relname IN ('queued_webhook_events', 'webhook_deliveries')`;

let service: Service;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startService({ WEBHOOK_NETWORKS: '127.0.0.1' }), Receiver.start()]);
});

afterAll(async () => {
  await service.close();
  await receiver.close();
});

it('no statement reads all of a long queue with the statistics and plans of a short one', async () => {
  const { databaseUrl } = service;
  const { id } = await createWebhook(service, receiver.url, ['quiz.created']);
  // PostgreSQL can keep the plan of a prepared statement from its sixth execution on.
  for (let count = 1; count <= 8; count++) {
    await service.backoffice.call('POST', `/webhooks/${id}/test`);
    await receiver.until(count);
    if (count <= 2) await query(databaseUrl, 'VACUUM (ANALYZE) queued_webhook_events, webhook_deliveries');
  }
  await query(databaseUrl, ENQUEUE, [id, EVENTS]);
  await receiver.until(8 + EVENTS);
  const read = async () => (await query<Record<'created' | 'scanned' | 'fetched', number>>(databaseUrl, READ))[0];
  await until('the statistics are complete', async () => ((await read())?.created ?? 0) > EVENTS);
  const { scanned, fetched } = (await read()) ?? {};
  // Short queues are read whole, and so is the table when the results of a third of its rows are recorded at once, as on a busy machine:
  // up to three rows per delivery. A statement that reads all of a long queue does so in each of dozens of steps.
  expect(scanned).toBeLessThan(4 * EVENTS);
  expect(fetched).toBeLessThan(20 * EVENTS);
});
