import { vi } from 'vitest';
import { ADDRESS } from '../../../test/support/audit.js';
import { query } from '../../../test/support/database.js';
import { FetchBrowser } from '../../../test/support/fetch-browser.js';
import { captureLog } from '../../../test/support/log.js';
import { CLIENT_SECRET, type OidcProvider, startOidcProvider } from '../../../test/support/oidc-provider.js';
import { comeBack, goToProvider, sessionOf, signInWithOidc } from '../../../test/support/oidc-sign-in.js';
import { freePort } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';

const HTTPS_SITE = 'https://quiz.example.com';
const CALLBACK = '/admin/api/session/oidc/callback';
const FAILED = '/admin/sign-in?error=oidc-failed';
const UNAVAILABLE = '/admin/sign-in?error=oidc-unavailable';
const GROUPS = 'quiz-admins=admin,teachers=viewer';

const log = captureLog();
/** Bodies of the token requests between the service and the provider, and of the responses. */
const exchanges: { request: Record<string, string>; answer: Record<string, string> }[] = [];
/** Lets a test change what the provider answers at its token endpoint. */
let forge: ((answer: Record<string, string>) => Response) | undefined;
/** Lets a test change the provider's userinfo response. */
let forgeUserInfo: ((claims: Record<string, unknown>) => object) | undefined;

let provider: OidcProvider;
let service: Service;
/** Another instance on the same database, reached by https. */
let secure: Service;
let site: string;

beforeAll(async () => {
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init);
    const url = input instanceof Request ? input.url : input.toString();
    if (forgeUserInfo !== undefined && url === `${provider.issuer}/me`) {
      return Response.json(forgeUserInfo((await response.json()) as Record<string, unknown>));
    }
    if (url !== `${provider.issuer}/token`) return response;
    const answer = (await response.json()) as Record<string, string>;
    exchanges.push({ request: Object.fromEntries(new URLSearchParams(init?.body as URLSearchParams)), answer });
    return forge?.(answer) ?? Response.json(answer, { status: response.status });
  });
  const port = String(await freePort());
  site = `http://localhost:${port}`;
  provider = await startOidcProvider([`${site}${CALLBACK}`, `${HTTPS_SITE}${CALLBACK}`]);
  await addAccounts();
  const common = { ...provider.environment, OIDC_GROUP_ROLES: GROUPS, LOG_LEVEL: 'trace' };
  service = await startService({ ...common, PORT: port });
  secure = await startService({
    ...common,
    DATABASE_URL: service.databaseUrl,
    SITE_URL: HTTPS_SITE,
    OIDC_NAME: 'School account',
    OIDC_SCOPES: 'openid profile email',
    OIDC_GROUPS_CLAIM: 'roles',
  });
});

afterAll(async () => {
  await secure.close();
  await service.close();
  await provider.stop();
});

const addAccounts = () =>
  provider.setAccount('ada', {
    name: 'Ada Lovelace',
    email: 'Ada@Example.com',
    email_verified: true,
    groups: ['staff', 'quiz-admins'],
    roles: 'quiz-admins',
  });

const execute = <Row extends object>(text: string, values: unknown[] = []) =>
  query<Row & Record<string, unknown>>(service.databaseUrl, text, values);

const begin = (path: string, url = site) => fetch(`${url}/admin/api/session/oidc${path}`, { redirect: 'manual' });

/** An ID token with other claims than the provider has signed. */
const withClaims =
  (changes: object) =>
  ({ id_token = '', ...rest }: Record<string, string>): Response => {
    const [head, body = '', signature] = id_token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url');
    return Response.json({ ...rest, id_token: [head, changed, signature].join('.') });
  };

describe('the ways to sign in', () => {
  const methodsOf = async ({ url }: Pick<Service, 'url'>): Promise<unknown> =>
    (await fetch(`${url}/admin/api/session/methods`)).json();

  it('name the provider', async () => {
    expect(await methodsOf(service)).toEqual({ password: true, oidc: { name: 'single sign-on' } });
    expect(await methodsOf(secure)).toEqual({ password: true, oidc: { name: 'School account' } });
  });

  it('are passwords only if no provider is configured', async () => {
    const plain = await startService({ DATABASE_URL: service.databaseUrl });
    expect(await methodsOf(plain)).toEqual({ password: true, oidc: null });
    for (const path of ['', '/callback', '/callback?code=a&state=b']) {
      expect((await begin(path, plain.url)).status).toBe(404);
    }
    await plain.close();
  });
});

describe('signing in', () => {
  it('sends the browser to the provider with the values that its response must match', async () => {
    const response = await begin('');
    const { origin, pathname, searchParams } = new URL(response.headers.get('location') ?? '');
    expect([response.status, `${origin}${pathname}`]).toEqual([302, `${provider.issuer}/auth`]);
    const token = expect.stringMatching(/^[\w-]{43}$/) as unknown;
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'quiz-service',
      redirect_uri: `${site}${CALLBACK}`,
      response_type: 'code',
      scope: 'openid email profile',
      state: token,
      nonce: token,
      code_challenge: token,
      code_challenge_method: 'S256',
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^oidc=[\w-]{43}; Max-Age=600; Path=\/admin\/api\/session\/oidc; HttpOnly; SameSite=Lax$/,
    );
  });

  it('leads to the requested page, with an ordinary session', async () => {
    const browser = new FetchBrowser();
    const { url } = await goToProvider(browser, site, 'ada');
    const { answers } = await browser.open(url, { stopAt: (next) => next !== url });
    expect(answers.map(({ status }) => status)).toEqual([302]);
    expect(answers[0]?.headers.get('location')).toBe('/admin/quizzes');
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    expect(answers[0]?.headers.getSetCookie()).toEqual([
      'oidc=; Max-Age=0; Path=/admin/api/session/oidc; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=43200; Path=\/admin; HttpOnly; SameSite=Strict$/),
    ]);
    expect(await sessionOf(browser, site)).toMatchObject({
      user: { email: 'ada@example.com', displayName: 'Ada Lovelace', role: 'admin' },
      hasPassword: false,
    });
  });

  it('is in the audit log', async () => {
    const browser = new FetchBrowser();
    await signInWithOidc(browser, site, 'ada');
    const id = (await sessionOf(browser, site))?.user.id;
    const entries = await execute(
      `SELECT actor_id, ${ADDRESS}, action, details FROM audit_entries WHERE subject_id = $1 ORDER BY id`,
      [id],
    );
    expect(entries[0]).toMatchObject({ actor_id: null, address: '127.0.0.1', action: 'user.created' });
    expect(entries.at(-1)).toEqual({
      actor_id: id,
      address: '127.0.0.1',
      action: 'session.began',
      details: { method: 'oidc' },
    });
  });

  it('works if the site uses https, with cookies for https only, and with another claim for groups', async () => {
    const browser = new FetchBrowser((url) => url.replace(HTTPS_SITE, secure.url));
    const { url, answers } = await goToProvider(browser, HTTPS_SITE, 'ada');
    expect(url).toContain(`${HTTPS_SITE}${CALLBACK}?code=`);
    expect(answers[0]?.url).toContain('/sign-in/');
    expect(await comeBack(browser, HTTPS_SITE, url)).toBe('/admin/quizzes');
    expect((await sessionOf(browser, HTTPS_SITE))?.user.email).toBe('ada@example.com');
    expect((await begin('', secure.url)).headers.get('set-cookie')).toMatch(
      /^__Host-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(browser.cookie('__Host-session', `${HTTPS_SITE}/admin`)).toMatch(/^[\w-]{43}$/);
  });

  it('begins a new session, whatever session or sign-in the browser had before', async () => {
    const browser = new FetchBrowser();
    const planted = service.backoffice.cookie;
    browser.plant(site, `${planted}; Path=/admin`);
    await signInWithOidc(browser, site, 'ada');
    expect(browser.cookie('session', `${site}/admin`)).not.toBe(planted.slice('session='.length));
    expect((await service.backoffice.call<{ user: { email: string } }>('GET', '/session')).user.email).toBe(
      'admin@example.com',
    );
  });

  it.each([
    '//evil.example/admin',
    'https://evil.example/admin',
    '/admin/../..//evil.example',
    '/\\evil.example',
    '/api',
  ])('does not lead to another site or outside the pages: %s', async (returnTo) => {
    const response = await begin(`?returnTo=${encodeURIComponent(returnTo)}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'returnTo: must be a page under /admin' });
  });

  it('is rejected after too many have begun at an address', async () => {
    const instance = await startService({
      ...provider.environment,
      DATABASE_URL: service.databaseUrl,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const from = (address: string) =>
      fetch(`${instance.url}/admin/api/session/oidc`, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': address },
      });
    for (let begun = 0; begun < 100; begun++) expect((await from('192.0.2.1')).status).toBe(302);
    const rejected = await from('192.0.2.1');
    expect([rejected.status, await rejected.json()]).toEqual([
      429,
      { error: 'Too many sign-in attempts. Please try again later.' },
    ]);
    expect((await from('192.0.2.2')).status).toBe(302);
    await instance.close();
  });
});

describe('coming back', () => {
  let browser: FetchBrowser;
  let callback: URL;

  beforeEach(async () => {
    await execute('DELETE FROM oidc_sign_ins');
    browser = new FetchBrowser();
    callback = new URL((await goToProvider(browser, site, 'ada')).url);
  });

  afterEach(() => (forge = forgeUserInfo = undefined));

  const expectFailure = async (url = callback.href, by = browser) => {
    expect(await comeBack(by, site, url)).toBe(FAILED);
    expect(by.cookie('session', `${site}/admin`)).toBeUndefined();
  };

  it('works once', async () => {
    const cookie = browser.cookie('oidc', callback.href) ?? '';
    expect(await comeBack(browser, site, callback.href)).toBe('/admin/quizzes');
    const again = new FetchBrowser();
    await expectFailure(callback.href, again);
    again.plant(site, `oidc=${cookie}; Path=/admin/api/session/oidc`);
    await expectFailure(callback.href, again);
  });

  it('works once for concurrent requests', async () => {
    const cookie = browser.cookie('oidc', callback.href) ?? '';
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => {
        const copy = new FetchBrowser();
        copy.plant(site, `oidc=${cookie}; Path=/admin/api/session/oidc`);
        return comeBack(copy, site, callback.href);
      }),
    );
    expect(pages.sort()).toEqual(['/admin/quizzes', ...Array<string>(7).fill(FAILED)]);
  });

  it.each(['state', 'code', 'iss'])('fails with another %s', async (name) => {
    callback.searchParams.set(name, name === 'iss' ? 'https://evil.example' : 'A'.repeat(43));
    await expectFailure();
  });

  it.each(['state', 'code', 'iss'])('fails without %s', async (name) => {
    callback.searchParams.delete(name);
    await expectFailure();
  });

  it('fails with repeated parameters', async () => {
    for (const [name, value] of [...callback.searchParams]) callback.searchParams.append(name, value);
    await expectFailure();
  });

  it.each(['state', 'nonce', 'code_verifier'])('fails if another %s is expected', async (column) => {
    await execute(`UPDATE oidc_sign_ins SET ${column} = $1`, ['B'.repeat(43)]);
    await expectFailure();
  });

  it('fails after ten minutes', async () => {
    const [{ seconds } = { seconds: 0 }] = await execute<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM oidc_sign_ins',
    );
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
    await execute('UPDATE oidc_sign_ins SET expires_at = now()');
    await expectFailure();
  });

  it('fails in another browser, with or without a sign-in in progress', async () => {
    const victim = new FetchBrowser();
    await expectFailure(callback.href, victim);
    await goToProvider(victim, site, 'ada');
    await expectFailure(callback.href, victim);
    for (const cookie of ['', 'A'.repeat(43), 'x', browser.cookie('oidc', callback.href)?.toLowerCase()]) {
      victim.plant(site, `oidc=${cookie}; Path=/admin/api/session/oidc`);
      await expectFailure(callback.href, victim);
    }
  });

  it('fails with an ID token that the provider has not signed', async () => {
    forge = withClaims({ groups: ['quiz-admins'] });
    await expectFailure();
  });

  it('fails without an ID token, and with one for another client', async () => {
    forge = ({ id_token: _, ...rest }) => Response.json(rest);
    await expectFailure();
    callback = new URL((await goToProvider(browser, site, 'ada')).url);
    forge = withClaims({ aud: 'another' });
    await expectFailure();
  });

  it.each([
    ['no subject', { sub: undefined }],
    ['the subject of somebody else', { sub: 'eve' }],
  ])('fails with a userinfo response that has %s', async (_, changes) => {
    const forged = vi.fn((claims: object) => ({ ...claims, ...changes }));
    forgeUserInfo = forged;
    await expectFailure();
    expect(forged).toHaveBeenCalledTimes(1);
    callback = new URL((await goToProvider(browser, site, 'ada')).url);
    forgeUserInfo = (claims) => claims;
    expect(await comeBack(browser, site, callback.href)).toBe('/admin/quizzes');
  });

  it('is rejected if the person declines at the provider', async () => {
    expect(await signInWithOidc(new FetchBrowser(), site, 'nobody')).toBe('/admin/sign-in?error=oidc-rejected');
  });
});

describe('while the provider is unavailable', () => {
  afterEach(() => (forge = undefined));
  afterAll(addAccounts);

  it('the service starts, reports it at the sign-in, and works once the provider is available', async () => {
    const browser = new FetchBrowser();
    const { url } = await goToProvider(browser, site, 'ada');
    await provider.stop();
    const instance = await startService({ ...provider.environment, DATABASE_URL: service.databaseUrl });
    const before = await execute('SELECT 1 FROM oidc_sign_ins');
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await begin('', instance.url);
      expect([response.status, response.headers.get('location')]).toEqual([302, UNAVAILABLE]);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    expect(await execute('SELECT 1 FROM oidc_sign_ins')).toHaveLength(before.length);
    expect(await comeBack(browser, site, url)).toBe(UNAVAILABLE);
    await provider.start();
    const response = await begin('', instance.url);
    expect(response.headers.get('location')).toContain(`${provider.issuer}/auth?`);
    await instance.close();
  });

  it.each([500, 503])('including responses with %d', async (status) => {
    await addAccounts();
    const browser = new FetchBrowser();
    const { url } = await goToProvider(browser, site, 'ada');
    forge = () => new Response('down', { status });
    expect(await comeBack(browser, site, url)).toBe(UNAVAILABLE);
  });
});

it('no secret, code or token is in the log', () => {
  expect(exchanges.length).toBeGreaterThan(10);
  expect(log.filter((line) => line.includes('A sign-in with OpenID Connect was rejected')).length).toBeGreaterThan(10);
  const secrets = exchanges.flatMap(({ request, answer }) => [
    ...['code', 'code_verifier'].map((name) => [name, request[name]] as const),
    ...['access_token', 'id_token'].map((name) => [name, answer[name]] as const),
  ]);
  expect(new Set(secrets.filter(([, secret]) => secret !== undefined).map(([name]) => name)).size).toBe(4);
  for (const [name, secret] of [...secrets, ['secret of the client', CLIENT_SECRET] as const]) {
    if (secret === undefined || secret.startsWith('AAA') || secret.startsWith('BBB')) continue;
    expect([name, ...log.filter((line) => line.includes(secret))]).toEqual([name]);
  }
  expect(log.filter((line) => /"?code"?[=:]"?[\w-]{43}/.test(line))).toEqual([]);
});
