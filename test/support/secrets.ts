import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Passwords } from '../../libs/backoffice-auth/src/passwords.js';
import { noteSecret } from './run-log.js';

/** Records every secret in a service's configuration, requests and responses. */
export function noteSecretsOf(app: NestFastifyApplication, environment: Record<string, string>): void {
  for (const name of ['ADMIN_PASSWORD', 'OIDC_CLIENT_SECRET']) noteSecret(environment[name]);
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL']) notePasswordOf(environment[name]);
  const passwords = app.get(Passwords);
  const hash = passwords.hashNew.bind(passwords);
  passwords.hashNew = (password, ...owner) => {
    noteSecret(password);
    return hash(password, ...owner);
  };
  app.getHttpServer().prependListener('request', ({ headers, url }: IncomingMessage, answer: ServerResponse) => {
    const { cookie, 'x-api-key': key, 'x-csrf-token': csrfToken } = headers;
    // Without the prefix that every key has, and the checksum.
    if (typeof key === 'string') noteSecret(/^qk_(\w{43})\w{6}$/.exec(key)?.[1]);
    noteToken(csrfToken);
    for (const pair of cookie?.split(';') ?? []) noteToken(valueOf(pair));
    if (url?.startsWith('/admin/api/session') === true) {
      answer.once('finish', () => {
        for (const set of [answer.getHeader('set-cookie') ?? []].flat()) noteToken(valueOf(String(set)));
      });
    }
  });
}

/** The value of a cookie. */
const valueOf = (cookie: string) => /=([^;]*)/.exec(cookie)?.[1];

function noteToken(token: unknown): void {
  if (typeof token === 'string' && /^[\w-]{43}$/.test(token)) noteSecret(token);
}

/** The password of a connection string, with the text around it, because it may be as short as `quiz`. */
function notePasswordOf(url = ''): void {
  const { username, password, host } = new URL(url || 'none://');
  if (password !== '') noteSecret(`${username}:${password}@${host}`);
}
