// Limits on the requests of the backoffice.
import { Backoffice } from '../../../test/support/backoffice.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

/** A key may send two requests an hour. */
let service: Service;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_REQUESTS: '2', RATE_LIMIT_WINDOW_SECONDS: '3600' });
});
afterAll(() => service.close());

const signIn = (credentials = ADMINISTRATOR) => Backoffice.signIn(service.url, credentials);

async function createAdministrator() {
  const credentials = { email: 'other@example.com', password: 'another password for tests' };
  await service.backoffice.call('POST', '/users', { ...credentials, displayName: 'Other', role: 'admin' });
  return signIn(credentials);
}

it('a user of the backoffice may start as many downloads of a kind as a key may send requests', async () => {
  const [one, again, other] = [await signIn(), await signIn(), await createAdministrator()];
  const statusOf = async (session: Backoffice, path: string) => (await session.request('GET', path)).status;
  const statuses = await Promise.all([one, again, one, again].map((session) => statusOf(session, '/quizzes/export')));
  expect(statuses.sort()).toEqual([200, 200, 429, 429]);
  const rejected = await one.request('GET', '/quizzes/export');
  expect([rejected.status, await rejected.json()]).toEqual([
    429,
    { error: 'Rate limit exceeded. Please try again later.' },
  ]);
  expect(rejected.headers.get('x-error-code')).toBe('rate_limit_exceeded');
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await statusOf(one, '/audit/export')).toBe(200);
  expect(await statusOf(other, '/quizzes/export')).toBe(200);
  for (let request = 0; request < 5; request++) expect(await statusOf(one, '/quizzes')).toBe(200);
});
