import { createHash } from 'node:crypto';
import type { Role } from '#libs/access';
import { query } from './database.js';

/** An administrator's session with the HTTP interface of the backoffice. */
export class Backoffice {
  private constructor(
    readonly url: string,
    readonly cookie: string,
    readonly csrfToken: string,
    readonly userId: string,
  ) {}

  static async signIn(
    url: string,
    credentials: { email: string; password: string; code?: string },
  ): Promise<Backoffice> {
    const response = await fetch(`${url}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    if (response.status !== 200) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
    const { csrfToken, user } = (await response.json()) as { csrfToken: string; user: { id: string } };
    const [cookie = ''] = response.headers.getSetCookie().map((header) => header.split(';', 1)[0] ?? '');
    return new Backoffice(url, cookie, csrfToken, user.id);
  }

  request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}/admin/api${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        'x-csrf-token': this.csrfToken,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Sends a file. */
  upload(path: string, file: string | Uint8Array, query: Record<string, string> = {}): Promise<Response> {
    const { cookie, csrfToken } = this;
    return fetch(`${this.url}/admin/api${path}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/octet-stream' },
      body: file as RequestInit['body'],
    });
  }

  /** Sends a file that must be read. */
  async read<Result>(path: string, file: string | Uint8Array, query?: Record<string, string>): Promise<Result> {
    return resultOf(await this.upload(path, file, query), `POST ${path}`);
  }

  /** The scopes of a role, to which each module may add. */
  async scopesOf(role: Role): Promise<string[]> {
    const { roles } = await this.call<{ roles: { name: Role; scopes: string[] }[] }>('GET', '/roles');
    return roles.find(({ name }) => name === role)?.scopes ?? [];
  }

  /** Sends a request that must succeed. */
  async call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    return resultOf(await this.request(method, path, body), `${method} ${path}`);
  }
}

async function resultOf<Result>(response: Response, what: string): Promise<Result> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Result;
}

/** Confirms the sessions of a user for good: a test may take longer than a sign-in counts as a confirmation. */
export async function keepConfirmed(databaseUrl: string, { userId }: Pick<Backoffice, 'userId'>): Promise<void> {
  await query(databaseUrl, `UPDATE sessions SET confirmed_at = 'infinity' WHERE user_id = $1`, [userId]);
}

/** Makes the last confirmation of a session, by default its sign-in, eleven minutes old. */
export async function ageConfirmation(databaseUrl: string, { cookie }: Pick<Backoffice, 'cookie'>): Promise<void> {
  const token = cookie.slice(cookie.indexOf('=') + 1);
  const hash = createHash('sha256').update(token).digest();
  await query(databaseUrl, `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE token_hash = $1`, [
    hash,
  ]);
}
