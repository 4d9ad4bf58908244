import { randomUUID } from 'node:crypto';
import { Background, DeferredDeletions, UnitOfWork } from '#libs/database';
import { query, withClient } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await service.close();
});

it('expired rows: all go at once, however many there are, and others stay', async () => {
  const { app, databaseUrl } = service;
  await query(
    databaseUrl,
    `INSERT INTO idempotency_keys (user_id, key, request_hash, created_at)
    SELECT gen_random_uuid(), number::text, '', now() - CASE number WHEN 0 THEN interval '24 hours' ELSE interval '26 hours' END
    FROM generate_series(0, 6000) AS number`,
  );
  await app.get(Background).run('Deleting expired rows of idempotency_keys');
  expect(await query(databaseUrl, 'SELECT key FROM idempotency_keys')).toEqual([{ key: '0' }]);
});

it('expired rows: another instance does not wait for those that are being deleted', async () => {
  const { app, databaseUrl } = service;
  const insertion = `INSERT INTO sessions (token_hash, user_id, method, address, last_used_at, confirmed_at, expires_at)
    VALUES ('a', gen_random_uuid(), 'oidc', '', now(), now(), now())`;
  await query(databaseUrl, `${insertion}, ('b', gen_random_uuid(), 'oidc', '', now(), now(), now())`);
  const run = () => app.get(Background).run('Deleting expired rows of sessions');
  const left = () => query(databaseUrl, `SELECT FROM sessions WHERE token_hash IN ('a', 'b')`);
  await withClient(databaseUrl, async (client) => {
    await client.query(`BEGIN; SELECT FROM sessions WHERE token_hash = 'a' FOR UPDATE`);
    await run();
    expect(await left()).toHaveLength(1);
    await client.query('ROLLBACK');
  });
  await run();
  expect(await left()).toEqual([]);
});

it('a deferred deletion that fails does not hold up the others', async () => {
  const deletions = service.app.get(DeferredDeletions);
  const [failing, other] = [randomUUID(), randomUUID()];
  deletions.register('badges', (_transaction, subject) =>
    subject === failing ? Promise.reject(new Error('It fails')) : Promise.resolve(false),
  );
  for (const subject of [failing, other])
    await service.app.get(UnitOfWork).run((transaction) => deletions.defer(transaction, 'badges', subject));
  const subjects = `SELECT subject FROM deferred_deletions WHERE name = 'badges'`;
  for (let run = 0; run < 2; run++) await service.app.get(Background).run('Deferred deletion of badges');
  expect(await query(service.databaseUrl, subjects)).toEqual([{ subject: failing }]);
  await query(service.databaseUrl, `DELETE FROM deferred_deletions WHERE name = 'badges'`);
});
