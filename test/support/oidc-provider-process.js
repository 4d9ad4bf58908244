// An OpenID Connect provider in its own process, with a plain sign-in page. It reads its settings as JSON from the
// variable OIDC_PROVIDER, reports on standard output when it is ready, and ends with its standard input.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { URLSearchParams } from 'node:url';
import Provider from 'oidc-provider';

const { port, clientId, clientSecret, redirectUris } = JSON.parse(process.env.OIDC_PROVIDER);

/** Claims by account, set by `PUT /accounts/:id`. */
const accounts = new Map();

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'roles'] },
  scopes: ['openid', 'email', 'profile'],
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...accounts.get(id), sub: id }) }),
  loadExistingGrant: grantEverything,
  pkce: { required: () => true },
  interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  features: { devInteractions: { enabled: false } },
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['only for tests'] },
});

/** Users are not asked for consent. */
async function grantEverything({ oidc }) {
  const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

const escape = (value) => value.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

const page = () => `<!doctype html>
<html lang="en">
<title>Test provider</title>
<h1>Who are you?</h1>
<form method="post">
${[...accounts.keys()].map((id) => `<button name="account" value="${escape(id)}">${escape(id)}</button>`).join('\n')}
<button name="denied" value="yes">Cancel</button>
</form>
`;

async function signIn(request, response) {
  if (request.method === 'GET') {
    await provider.interactionDetails(request, response);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    });
    response.end(page());
    return;
  }
  const form = new URLSearchParams(await text(request));
  const accountId = form.get('account');
  const ts = accounts.get(accountId)?.signsInAt;
  const result = form.has('denied') ? { error: 'access_denied' } : { login: { accountId, ts } };
  await provider.interactionFinished(request, response, result);
}

async function keepAccount(request, response) {
  accounts.set(decodeURIComponent(request.url.slice('/accounts/'.length)), JSON.parse(await text(request)));
  response.writeHead(204).end();
}

const answer = provider.callback();

const server = createServer((request, response) => {
  const answered = request.url.startsWith('/sign-in/')
    ? signIn(request, response)
    : request.method === 'PUT' && request.url.startsWith('/accounts/')
      ? keepAccount(request, response)
      : answer(request, response);
  answered.catch((error) => response.writeHead(400).end(String(error)));
});
server.listen(port, '127.0.0.1');
await once(server, 'listening');
process.stdout.write('ready\n');
process.stdin.resume().once('end', () => process.exit());
