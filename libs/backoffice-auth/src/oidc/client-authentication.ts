import { type ClientAuth, ClientSecretBasic, ClientSecretPost } from 'openid-client';

/**
 * Authenticates the service at the provider, by a method that the provider supports: by the Authorization header, which is
 * the default (https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata), or in the body.
 */
export function authenticateClient(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    authenticate(server, ...request);
  };
}
