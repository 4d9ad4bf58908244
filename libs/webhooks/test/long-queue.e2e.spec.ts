import { query } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import { createWebhook, Receiver } from './receiver.js';

const EVENTS = 4_000;

/** Each of a subject of its own, 20 in a transaction. */
const ENQUEUE = `
  INSERT INTO webhook_events (type, webhook_ids, size, occurrences)
  SELECT 'quiz.created', ARRAY[$1::uuid], 20,
    jsonb_agg(jsonb_build_object('subject', number::text, 'payload', jsonb_build_object('type', 'quiz.created', 'number', number)::text))
  FROM generate_series(1, $2) AS number GROUP BY number / 20`;

const READ = `
  SELECT coalesce(sum(n_tup_ins), 0)::integer AS inserted, coalesce(sum(seq_tup_read), 0)::integer AS "readOneByOne"
  FROM pg_stat_user_tables WHERE relname IN ('webhook_events', 'webhook_deliveries')`;

let service: Service;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startService({ WEBHOOK_NETWORKS: '127.0.0.1' }), Receiver.start()]);
});

afterAll(async () => {
  await service.close();
  await receiver.close();
});

it('no statement reads all of a long queue, although it was planned when the queue was empty', async () => {
  const { databaseUrl } = service;
  await query(databaseUrl, 'VACUUM (ANALYZE) webhook_events, webhook_deliveries');
  const { id } = await createWebhook(service, receiver.url, ['quiz.created']);
  await service.backoffice.call('POST', `/webhooks/${id}/test`);
  await receiver.until(1);
  await query(databaseUrl, ENQUEUE, [id, EVENTS]);
  await receiver.until(1 + EVENTS);
  let readOneByOne = NaN;
  await until('the statistics are complete', async () => {
    const [read] = await query<{ inserted: number; readOneByOne: number }>(databaseUrl, READ);
    ({ readOneByOne } = read ?? { readOneByOne });
    return (read?.inserted ?? 0) > EVENTS;
  });
  expect(readOneByOne).toBeLessThan(EVENTS);
});
