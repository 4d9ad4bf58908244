// The entries of the audit log about failed sign-ins: one per account and hour, however many there were.
import { FailedSignIns } from '../src/failed-sign-ins.js';
import { query } from '../../../test/support/database.js';
import { ADMINISTRATOR, type Service, startTwoServices } from '../../../test/support/service.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let services: [Service, Service];

beforeAll(async () => {
  services = await startTwoServices({ TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(() => services[0].close());

const execute = (text: string) => query<Record<string, unknown>>(services[0].databaseUrl, text);

let addresses = 0;

/** Tries to sign in at the instances in turn, from a new address each time. */
async function statusOf(email: string, password: string): Promise<number> {
  const { url = '' } = services[++addresses % 2] ?? {};
  const { status } = await fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${addresses}` },
    body: JSON.stringify({ email, password }),
  });
  return status;
}

const writeEntries = () => Promise.all(services.map(({ app }) => app.get(FailedSignIns).writeEntries()));

const counted = () => services[0].backoffice.call('GET', '/failed-sign-ins');

const entries = () =>
  execute(
    "SELECT actor_id, address, subject_id, subject_name, details FROM audit_entries WHERE action = 'session.failed' ORDER BY subject_id",
  );

it('failed sign-ins: one instance writes one entry per account, and one for all unknown emails, after the hour is over', async () => {
  for (const email of [ADMINISTRATOR.email, 'hunter2@example.com', 'hunter2@example.com', 'typo@example.com']) {
    expect(await statusOf(email, 'wrong')).toBe(401);
  }
  expect(await statusOf(ADMINISTRATOR.email, ADMINISTRATOR.password)).toBe(200);
  await execute(`
    WITH taken AS (DELETE FROM failed_sign_ins RETURNING user_id, failures)
    INSERT INTO failed_sign_ins SELECT date_trunc('hour', now(), 'UTC') + interval '1 day', user_id, sum(failures) FROM taken GROUP BY user_id`);
  await writeEntries();
  expect(await entries()).toEqual([]);
  expect(await counted()).toEqual({ failures: 4 });
  await execute("UPDATE failed_sign_ins SET hour = '2026-01-01T10:00:00Z'");
  await writeEntries();
  const common = { actor_id: null, address: null };
  const hour = '2026-01-01T10:00:00.000Z';
  expect(await entries()).toEqual([
    { ...common, subject_id: NOBODY, subject_name: 'Unknown accounts', details: { failures: 3, hour } },
    {
      ...common,
      subject_id: services[0].backoffice.userId,
      subject_name: '',
      details: { failures: 1, hour },
    },
  ]);
  expect(await counted()).toEqual({ failures: 0 });
  await writeEntries();
  expect(await entries()).toHaveLength(2);
  expect(await execute('SELECT 1 FROM failed_sign_ins')).toEqual([]);
  expect(JSON.stringify(await execute('SELECT audit_entries::text FROM audit_entries'))).not.toMatch(/hunter2|typo/);
});

it('failed sign-ins: the count is retained if its entry cannot be written', async () => {
  await execute(`INSERT INTO failed_sign_ins VALUES ('2026-01-01T11:00:00Z', '${NOBODY}', 7)`);
  await execute('ALTER TABLE audit_entries ADD CONSTRAINT broken CHECK (false) NOT VALID');
  const written = await Promise.allSettled(services.map(({ app }) => app.get(FailedSignIns).writeEntries()));
  expect(written.some(({ status }) => status === 'rejected')).toBe(true);
  await execute('ALTER TABLE audit_entries DROP CONSTRAINT broken');
  expect(await execute('SELECT failures FROM failed_sign_ins')).toEqual([{ failures: 7 }]);
  await writeEntries();
  expect(await entries()).toContainEqual(
    expect.objectContaining({ details: { failures: 7, hour: '2026-01-01T11:00:00.000Z' } }),
  );
});

it('failed sign-ins: concurrent ones are all counted', async () => {
  const [counting] = services.map(({ app }) => app.get(FailedSignIns));
  await Promise.all(Array.from({ length: 20 }, () => (counting as FailedSignIns).count(undefined)));
  const [{ failures } = {}] = await execute('SELECT sum(failures)::int AS failures FROM failed_sign_ins');
  expect(failures).toBe(20);
});
