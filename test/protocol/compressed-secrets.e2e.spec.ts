// The length of a compressed response reveals what a secret has in common with a text beside it (BREACH, https://breachattack.com).
import { EndpointRegistry } from '#libs/http';
import { submitAccepted } from '../support/attempts.js';
import { Authenticator } from '../support/authenticator.js';
import { Backoffice } from '../support/backoffice.js';
import { requestCompressed, type CodedAnswer, variesByCoding } from '../support/compressed.js';
import { attemptAt, createPlayer, createQuiz } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';

const PASSWORD = 'correct horse battery';
const EMAIL = 'ada@example.com';
/** Long texts chosen by a user, so that every response that contains them is long enough to be compressed. */
const PROFILE = { displayName: 'A'.repeat(100), image: `https://example.com/${'a'.repeat(1_500)}` };

let service: Service;
let session: Backoffice;
let keyId: string;
/** The ids for path parameters. */
let ids: Record<string, string>;
const secrets: string[] = [];
const shown: CodedAnswer[] = [];

/** Requests compression. */
async function request(method: string, path: string, body?: unknown): Promise<CodedAnswer> {
  const headers = {
    cookie: session.cookie,
    'x-csrf-token': session.csrfToken,
    'accept-encoding': 'gzip, br',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? '' : JSON.stringify(body);
  return requestCompressed(`${service.url}${path}`, headers, method, sent);
}

/** Requests a response with secrets, and stores it. */
async function show<Result>(path: string, body: unknown): Promise<Result> {
  const answer = await request('POST', `/admin/api${path}`, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
  shown.push(answer);
  return JSON.parse(answer.text) as Result;
}

beforeAll(async () => {
  service = await startService();
  session = service.backoffice;
  const user = { email: EMAIL, role: 'admin', password: PASSWORD, ...PROFILE };
  const { id: userId } = await service.backoffice.call<{ id: string }>('POST', '/users', user);
  session = await Backoffice.signIn(service.url, { email: EMAIL, password: PASSWORD });
  const { id, key } = await show<{ id: string; key: string }>('/keys', { name: 'Key', userId });
  keyId = id;
  const { secret } = await show<{ secret: string }>('/session/second-factor', { password: PASSWORD });
  const first = await show<{ recoveryCodes: string[] }>('/session/second-factor/confirmation', {
    code: new Authenticator(secret).code(),
  });
  const second = await show<{ recoveryCodes: string[] }>('/session/second-factor/recovery-codes', {
    password: PASSWORD,
  });
  const [recoveryCode = ''] = second.recoveryCodes;
  await show('/session', { email: EMAIL, password: PASSWORD, code: recoveryCode });
  secrets.push(session.csrfToken, session.cookie.slice(session.cookie.indexOf('=') + 1), key, secret);
  secrets.push(...first.recoveryCodes, ...second.recoveryCodes);

  const player = await createPlayer(service, 'admin');
  const quiz = await createQuiz(player);
  const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
  const webhook = { name: 'Receiver', url: 'https://example.com/', events: ['quiz.created'] };
  const { id: webhookId } = await service.backoffice.call<{ id: string }>('POST', '/webhooks', webhook);
  secrets.push((await show<{ secret: string }>(`/webhooks/${webhookId}/secret/reading`, undefined)).secret);
  ids = {
    '/quizzes/:id': quiz.id,
    '/users/:id': userId,
    '/keys/:id': keyId,
    '/webhooks/:id': webhookId,
    ':attemptId': attemptId,
    ':version': '1',
  };
});

afterAll(() => service.close());

it('responses that contain a new secret are never compressed', () => {
  expect(shown).toHaveLength(6);
  for (const { coding, text } of shown) {
    expect([coding, secrets.some((secret) => text.includes(secret)) || text.includes('csrfToken')]).toEqual([
      undefined,
      true,
    ]);
  }
});

it('the session, with its CSRF token, is never compressed', async () => {
  const answer = await request('GET', '/admin/api/session');
  expect(answer.text).toContain(session.csrfToken);
  expect(answer.bytes.length).toBeGreaterThan(1_024);
  expect([answer.status, answer.coding, variesByCoding(answer)]).toEqual([200, undefined, false]);
});

it('no response that may be compressed contains a secret', async () => {
  const paths = service.app
    .get(EndpointRegistry)
    .endpoints.filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/admin/api/') && !path.includes('oidc'),
    )
    .map(({ path }) => path);
  let compressible = 0;
  for (const path of [...paths, '/admin/api/openapi.json']) {
    const target = Object.entries(ids).reduce(
      (target, [parameter, id]) => target.replace(parameter, parameter.replace(/:\w+/, id)),
      path,
    );
    const answer = await request('GET', target);
    expect([path, answer.status]).toEqual([path, 200]);
    if (!variesByCoding(answer)) continue;
    compressible++;
    expect([path, ...secrets.filter((secret) => answer.text.includes(secret))]).toEqual([path]);
  }
  expect(compressible).toBeGreaterThan(20);
});
