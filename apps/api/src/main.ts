import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { HasAdministrator } from '#libs/auth';
import { CreateFirstAdministrator } from '#libs/backoffice-auth';
import { type Configuration, ConfigurationError, loadConfiguration } from '#libs/configuration';
import { ValidationFailed } from '#libs/http';
import { drain } from './edge/connections.js';
import { createApp } from './create-app.js';
import { explain } from './explain.js';
import { withDatabase } from './with-database.js';

/** Time in which a stopping service answers the requests in flight, in milliseconds. */
const SHUTDOWN_MS = 9_000;

/** Connections that may wait to be accepted. Beyond it clients would connect seconds later; the kernel may allow fewer (somaxconn). */
const BACKLOG = 4_096;

// The service stops in order even if its output cannot be written, for example in a closed terminal.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the service until a signal arrives, then stops what was started. */
async function run(): Promise<void> {
  const given = loadConfiguration(process.env);
  const stopping = abortOnSignals(given.DRAIN_SECONDS);
  const isEmbedded = given.DATABASE_URL === undefined;
  await withDatabase(given, say, async (configuration) => {
    if (!stopping.aborted) await runWith(configuration, isEmbedded, stopping);
  });
}

async function runWith(configuration: Configuration, isEmbedded: boolean, stopping: AbortSignal): Promise<void> {
  const app = await createApp(configuration);
  try {
    const notice = await createFirstAdministrator(app, configuration, isEmbedded);
    const lines: string[] = [];
    let isListening = false;
    try {
      if (!stopping.aborted) {
        await listen(app, configuration);
        isListening = true;
        lines.push(addressesOf(app, configuration));
      }
    } finally {
      // A password must be shown even if the port is in use.
      if (notice !== undefined) lines.push(notice);
      if (lines.length > 0) await sayAfterLog(app, `\n${lines.join('\n\n')}\n`);
    }
    // Nobody sends requests to a service that never listened.
    if (!isListening) return;
    if (!stopping.aborted) await once(stopping, 'abort');
    await drain(app, configuration.DRAIN_SECONDS);
  } finally {
    await app.close();
  }
}

async function listen(app: NestFastifyApplication, { HOST, PORT }: Configuration): Promise<void> {
  try {
    await app.listen({ port: PORT, host: HOST, backlog: BACKLOG });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is in use by another program' : (code ?? String(error));
    throw new Error(`The service cannot listen on ${HOST}:${PORT}, ${reason}: change HOST or PORT.`, {
      cause: error,
    });
  }
}

/** @returns what to tell the operator: that the administrator was created, or that nobody can sign in */
async function createFirstAdministrator(
  app: NestFastifyApplication,
  configuration: Configuration,
  isEmbedded: boolean,
): Promise<string | undefined> {
  const email = configuration.ADMIN_EMAIL ?? (isEmbedded ? 'admin@example.com' : undefined);
  const password = configuration.ADMIN_PASSWORD ?? (isEmbedded ? randomBytes(15).toString('base64url') : undefined);
  if (email === undefined || password === undefined) {
    const canSignIn =
      configuration.OIDC_ISSUER !== undefined || (await app.get(QueryBus).execute(new HasAdministrator()));
    return canSignIn ? undefined : 'Nobody can sign in yet: set ADMIN_EMAIL and ADMIN_PASSWORD, and start again.';
  }
  const isCreated = await app
    .get(CommandBus)
    .execute(new CreateFirstAdministrator(email, password))
    .catch((error: unknown) => {
      if (!(error instanceof ValidationFailed)) throw error;
      throw new ConfigurationError(error.message.replace(/^password:/, 'ADMIN_PASSWORD'));
    });
  if (!isCreated) return undefined;
  const shown = configuration.ADMIN_PASSWORD === undefined ? `, password ${password} (shown this once)` : '';
  return `Created the first administrator: ${email}${shown}`;
}

/**
 * @returns a signal that is aborted by the first SIGTERM, SIGINT or SIGHUP (the terminal was closed). The process exits some time after
 * that, whatever happens
 */
function abortOnSignals(drainSeconds: number): AbortSignal {
  const stopping = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    if (stopping.signal.aborted) return;
    say(`Stopping after ${name} ...`);
    setTimeout(() => process.exit(1), drainSeconds * 1_000 + SHUTDOWN_MS).unref();
    stopping.abort();
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, onSignal);
  return stopping.signal;
}

/** Says the last lines of a start: the log writes its lines some time after they are logged. */
async function sayAfterLog(app: NestFastifyApplication, text: string): Promise<void> {
  const logger = app.getHttpAdapter().getInstance().log as Logger;
  await new Promise<void>((resolve) => logger.flush(() => resolve()));
  say(text);
}

function addressesOf(app: NestFastifyApplication, { SITE_URL, PORT }: Configuration): string {
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : PORT;
  const site = SITE_URL ?? `http://localhost:${port}`;
  return `Quiz service is ready.
  API            ${site}/api
  Documentation  ${site}/docs
  Backoffice     ${site}/admin
  Health         ${site}/health/ready`;
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);
