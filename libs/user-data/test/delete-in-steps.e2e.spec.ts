import { UnitOfWork } from '#libs/database';
import { UserDataTables } from '#libs/user-data';
import { query } from '../../../test/support/database.js';
import { createPlayer } from '../../../test/support/factories.js';
import { sharedService } from '../../../test/support/service.js';

it('tables that are deleted in steps: a transaction deletes up to 1,000 rows of each, and says whether more may be left', async () => {
  const service = await sharedService();
  const { userId } = await createPlayer(service);
  const insert = [
    `INSERT INTO audit_persons (entry_id, user_id, name) SELECT gen_random_uuid(), $1, 'Ada' FROM generate_series(1, 2300)`,
    `INSERT INTO idempotency_keys (user_id, key, request_hash) SELECT $1, number, '' FROM generate_series(1, 1300) AS number`,
  ];
  for (const statement of insert) await query(service.databaseUrl, statement, [userId]);
  await query(
    service.databaseUrl,
    'DELETE FROM audit_persons WHERE entry_id IN (SELECT id FROM audit_entries) AND user_id = $1',
    [userId],
  );
  const left = async () => {
    const counts = ['audit_persons', 'idempotency_keys'].map(
      (table) => `(SELECT count(*)::integer FROM ${table} WHERE user_id = $1) AS ${table}`,
    );
    return (await query(service.databaseUrl, `SELECT ${counts.join(', ')}`, [userId]))[0];
  };
  const step = () =>
    service.app
      .get(UnitOfWork)
      .run((transaction) => service.app.get(UserDataTables).delete(userId, 'anonymise', transaction));
  expect([await step(), await left()]).toEqual([true, { audit_persons: 1_300, idempotency_keys: 300 }]);
  expect([await step(), await left()]).toEqual([true, { audit_persons: 300, idempotency_keys: 0 }]);
  expect([await step(), await left()]).toEqual([false, { audit_persons: 0, idempotency_keys: 0 }]);
});
