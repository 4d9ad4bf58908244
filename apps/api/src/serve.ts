// The part of the service that serves requests: a whole instance, or one of its workers.
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { HasAdministrator } from '#libs/auth';
import { CreateFirstAdministrator } from '#libs/backoffice-auth';
import { type Configuration, ConfigurationError } from '#libs/configuration';
import { ValidationFailed } from '#libs/http';
import { Acceptors } from '#libs/traffic';
import { isWorker } from '#libs/workers';
import { createApp } from './create-app.js';
import { drain } from './edge/connections.js';

/** Connections that may wait to be accepted. Beyond it clients would connect seconds later; the kernel may allow fewer (somaxconn). */
const BACKLOG = 4_096;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The first worker speaks for all. */
const isFirst = !isWorker || cluster.worker?.id === 1;

/**
 * Serves until `stopping` is aborted.
 * @param isEmbedded whether the database is the embedded one, which gets an administrator without configuration
 * @throws Error if it cannot start
 */
export async function serve(configuration: Configuration, isEmbedded: boolean, stopping: AbortSignal): Promise<void> {
  const app = await createApp(configuration);
  try {
    const notice = isFirst ? await createFirstAdministrator(app, configuration, isEmbedded) : undefined;
    const lines: string[] = [];
    let isListening = false;
    try {
      if (!stopping.aborted) {
        await listen(app, configuration);
        app.get(Acceptors).open(app.getHttpServer(), BACKLOG);
        isListening = true;
        if (isFirst) lines.push(addressesOf(app, configuration));
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
    const isInUse = code === 'EADDRINUSE';
    const reason = isInUse
      ? 'another program uses the port. Set another PORT.'
      : `${code ?? String(error)}. Check HOST and PORT.`;
    throw new Error(`The service cannot listen on ${HOST}:${PORT}: ${reason}`, { cause: error });
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
