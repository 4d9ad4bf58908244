import { createHash, randomUUID } from 'node:crypto';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { createPlayer, quizBody } from '../../../test/support/factories.js';
import { ADMINISTRATOR, type Service, startTwoServices } from '../../../test/support/service.js';

let service: Service;
let second: Service;
let owner: string;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  owner = (await createPlayer(service)).userId;
});

afterAll(() => service.close());

interface Answer {
  status: number;
  body: { id?: string; key?: string; error?: string } | undefined;
  location: string | null;
  replayed: string | null;
}

/** Sends a write under an Idempotency-Key. */
async function send(path: string, key: string, body: object, to: Backoffice = service.backoffice): Promise<Answer> {
  const response = await to.request('POST', path, body, { 'idempotency-key': key });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : (JSON.parse(text) as Answer['body']),
    location: response.headers.get('location'),
    replayed: response.headers.get('idempotency-replayed'),
  };
}

const keyBody = (fields: object = {}) => ({ name: `Key ${randomUUID()}`, userId: owner, ...fields });
const userBody = (fields: object = {}) => ({ email: `${randomUUID()}@example.com`, displayName: 'Ada', ...fields });

const CASES: [path: string, make: () => object][] = [
  ['/quizzes', () => quizBody(1, { title: `Quiz ${randomUUID()}` })],
  ['/users', () => userBody()],
  ['/keys', () => keyBody()],
];

const REUSED = { status: 422, body: { error: 'Idempotency-Key was used with a different request' } };

const countOf = async (table: 'quizzes' | 'users' | 'api_keys' | 'audit_entries') =>
  Number((await query<{ count: string }>(service.databaseUrl, `SELECT count(*) FROM ${table}`))[0]?.count);

describe.each(CASES)('POST %s with an Idempotency-Key', (path, make) => {
  const table = ({ '/quizzes': 'quizzes', '/users': 'users', '/keys': 'api_keys' } as const)[path] ?? 'quizzes';

  it('takes effect once for concurrent repetitions at two instances', async () => {
    const key = randomUUID();
    const body = make();
    const other = await Backoffice.signIn(second.url, ADMINISTRATOR);
    const [before, audited] = [await countOf(table), await countOf('audit_entries')];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(path, key, body, index % 2 === 0 ? service.backoffice : other)),
    );
    expect(await countOf(table)).toBe(before + 1);
    expect(await countOf('audit_entries')).toBe(audited + 1);
    const created = answers.filter(({ status, replayed }) => status === 201 && replayed === null);
    expect(created).toHaveLength(1);
    const again = answers.filter((answer) => answer !== created[0]);
    if (path === '/keys') expect(again.map(({ status }) => status)).toEqual(Array(9).fill(409));
    else expect(again).toEqual(Array(9).fill({ ...created[0], replayed: 'true' }));
  });

  it('answers 422 if the key was used for another body or another path', async () => {
    const key = randomUUID();
    await send(path, key, make());
    expect(await send(path, key, make())).toMatchObject(REUSED);
    const [otherPath, other] = CASES.find(([one]) => one !== path) ?? ['', make];
    expect(await send(otherPath, key, other())).toMatchObject(REUSED);
  });

  it('does not use up the key of a rejected request', async () => {
    const key = randomUUID();
    expect(await send(path, key, {})).toMatchObject({ status: 400 });
    expect(await send(path, key, make())).toMatchObject({ status: 201, replayed: null });
  });

  it('rejects an invalid key with 400', async () => {
    const { status, body } = await send(path, 'two words', make());
    expect([status, body?.error]).toEqual([400, 'Idempotency-Key: must have 1 to 255 visible ASCII characters']);
  });

  it('requires session and CSRF token for a repetition too', async () => {
    const key = randomUUID();
    const body = make();
    await send(path, key, body);
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/admin/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(401);
  });
});

describe('POST /keys with an Idempotency-Key', () => {
  it('answers a repetition with the address of the API key; no stored reply contains the key itself', async () => {
    const idempotencyKey = randomUUID();
    const body = keyBody();
    const { body: created } = await send('/keys', idempotencyKey, body);
    const again = await send('/keys', idempotencyKey, body);
    expect(again).toEqual({
      status: 409,
      body: { error: 'The key was created by an earlier request with this Idempotency-Key. It is not shown again' },
      location: `/admin/api/keys/${created?.id}`,
      replayed: null,
    });
    const stored = await query(service.databaseUrl, `SELECT idempotency_keys::text AS row FROM idempotency_keys`);
    expect(JSON.stringify(stored)).toContain(idempotencyKey);
    expect(JSON.stringify(stored)).not.toContain(created?.key);
    const key = await service.backoffice.call('GET', again.location?.replace('/admin/api', '') ?? '');
    expect(key).toMatchObject({ id: created?.id, name: body.name, lastUsedAt: null });
    expect(key).not.toHaveProperty('key');
  });

  it('answers a repetition with 404 once the key was deleted', async () => {
    const idempotencyKey = randomUUID();
    const body = keyBody();
    const { body: created } = await send('/keys', idempotencyKey, body);
    await service.backoffice.call('DELETE', `/keys/${created?.id}`);
    expect(await send('/keys', idempotencyKey, body)).toMatchObject({
      status: 404,
      body: { error: 'API key not found' },
    });
  });
});

describe('POST /users with an Idempotency-Key', () => {
  it('stores no fast hash of a password', async () => {
    const idempotencyKey = randomUUID();
    const body = userBody({ role: 'admin', password: 'correct horse battery' });
    expect(await send('/users', idempotencyKey, body)).toMatchObject({ status: 201 });
    const [stored] = await query<{ request_hash: Buffer }>(
      service.databaseUrl,
      `SELECT request_hash FROM idempotency_keys WHERE key = $1`,
      [idempotencyKey],
    );
    // A reader of the table could guess everything in the hashed body except the password.
    const { email, displayName, role } = body as Record<string, string>;
    const hashOf = (fields: object) =>
      createHash('sha256')
        .update(`POST /admin/api/users\n${JSON.stringify(fields)}`)
        .digest();
    expect(stored?.request_hash).toEqual(hashOf({ displayName, email, password: true, role }));
  });

  it('answers a repetition with the same password, and 422 with another one, with none, or with one that the first had not', async () => {
    const [withPassword, without] = [userBody({ password: 'correct horse battery' }), userBody()];
    const [first, second] = [randomUUID(), randomUUID()];
    await send('/users', first, withPassword);
    await send('/users', second, without);
    expect(await send('/users', first, withPassword)).toMatchObject({ status: 201, replayed: 'true' });
    expect(await send('/users', second, without)).toMatchObject({ status: 201, replayed: 'true' });
    expect(await send('/users', first, { ...withPassword, password: 'staple correct horse' })).toMatchObject(REUSED);
    expect(await send('/users', first, { ...withPassword, password: undefined })).toMatchObject(REUSED);
    expect(await send('/users', second, { ...without, password: 'staple correct horse' })).toMatchObject(REUSED);
  });

  it('answers 422 once the password was changed, whichever it is: nobody can guess at the new one', async () => {
    const key = randomUUID();
    const body = userBody({ password: 'correct horse battery' });
    const { body: created } = await send('/users', key, body);
    const password = 'staple correct horse';
    await service.backoffice.call('PUT', `/users/${created?.id}/password`, { password });
    expect(await send('/users', key, body)).toMatchObject(REUSED);
    expect(await send('/users', key, { ...body, password })).toMatchObject(REUSED);
  });
});

describe('GET /keys/:id', () => {
  it.each(['019b76da-a800-7000-8000-000000000001', 'x'])('answers 404 for %s', async (id) => {
    const response = await service.backoffice.request('GET', `/keys/${id}`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'API key not found' }]);
  });
});
