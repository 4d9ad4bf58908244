import { authenticateClient } from './client-authentication.js';

function sent(methods: string[] | undefined): { authorization: string | null; secret: string | null } {
  const [body, headers] = [new URLSearchParams(), new Headers()];
  const server = { issuer: 'https://login.example.com', token_endpoint_auth_methods_supported: methods };
  authenticateClient('s3cret')(server, { client_id: 'quiz' }, body, headers);
  return { authorization: headers.get('authorization'), secret: body.get('client_secret') };
}

describe('authenticateClient', () => {
  const inHeader = { authorization: 'Basic cXVpejpzM2NyZXQ=', secret: null };
  const inBody = { authorization: null, secret: 's3cret' };

  it.each([
    [undefined, inHeader],
    [['client_secret_post', 'client_secret_basic'], inHeader],
    [['client_secret_post'], inBody],
    [['private_key_jwt', 'client_secret_post'], inBody],
  ])('uses a method of a provider that supports %j', (methods, expected) => {
    expect(sent(methods)).toEqual(expected);
  });
});
