import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { freePort } from './redis.js';

const PROGRAM = createRequire(__filename).resolve('./oidc-provider-process.js');

export const CLIENT_SECRET = 'the secret of the client at the provider';

/** The claims of an account. */
export interface Claims {
  name?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
  roles?: string | string[];
  /** When sign-ins to the account happen, in seconds since the epoch; by default when they do. */
  signsInAt?: number;
}

/** An OpenID Connect provider: `oidc-provider` in its own process. */
export interface OidcProvider {
  issuer: string;
  /** Variables of a service that signs in with it; the redirect URIs must be among the provider's. */
  environment: Record<string, string>;
  /** Creates an account, or changes its claims. */
  setAccount(id: string, claims: Claims): Promise<void>;
  /** Stops it. It loses all data. */
  stop(): Promise<void>;
  /** Starts it again at the same address, without accounts. */
  start(): Promise<void>;
}

/** Starts a provider on a free port. */
export async function startOidcProvider(redirectUris: string[]): Promise<OidcProvider> {
  const port = await freePort();
  const clientId = 'quiz-service';
  const settings = JSON.stringify({ port, clientId, clientSecret: CLIENT_SECRET, redirectUris });
  const issuer = `http://127.0.0.1:${port}`;
  let running = await run(settings);
  return {
    issuer,
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    setAccount: async (id, claims) => {
      const body = JSON.stringify(claims);
      const { status } = await fetch(`${issuer}/accounts/${encodeURIComponent(id)}`, { method: 'PUT', body });
      if (status !== 204) throw new Error(`The account was rejected: ${status}`);
    },
    stop: async () => {
      if (running.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGKILL');
      await once(running, 'exit');
    },
    start: async () => {
      running = await run(settings);
    },
  };
}

async function run(settings: string): Promise<ChildProcess> {
  const provider = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, OIDC_PROVIDER: settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  provider.stderr.on('data', (text: Buffer) => output.push(text.toString()));
  for await (const line of createInterface(provider.stdout)) {
    if (line !== 'ready') continue;
    provider.stdout.resume();
    return provider;
  }
  throw new Error(`The provider did not start:\n${output.join('')}`);
}
