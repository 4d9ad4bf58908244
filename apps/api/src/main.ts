import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CreateFirstAdministrator } from '#libs/backoffice-auth';
import { type Configuration, loadConfiguration, startEmbeddedPostgres } from '#libs/platform';
import { drain } from './connections.js';
import { createApp } from './create-app.js';
import { explain } from './explain.js';
import { PROJECT_ROOT } from './project-root.js';

/** Time in which a stopping service answers what is under way, in milliseconds. */
const SHUTDOWN_MS = 9_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(): Promise<void> {
  let configuration = loadConfiguration(process.env);
  const embedded =
    configuration.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({
          dataDirectory: resolve(PROJECT_ROOT, configuration.DATA_DIRECTORY, 'postgres'),
          log: say,
        })
      : undefined;
  let app: NestFastifyApplication | undefined;
  const stop = async () => {
    await app?.close();
    await embedded?.stop();
  };
  try {
    if (embedded !== undefined) configuration = { ...configuration, DATABASE_URL: embedded.url };
    app = await createApp(configuration);
    await createFirstAdministrator(app, configuration, embedded !== undefined);
    await listen(app, configuration);
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignals(async () => {
    await drain(app, configuration.DRAIN_SECONDS);
    await stop();
  }, configuration.DRAIN_SECONDS);
  sayWhere(app, configuration);
}

async function listen(app: NestFastifyApplication, { HOST, PORT }: Configuration): Promise<void> {
  try {
    await app.listen(PORT, HOST);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is in use by another program' : (code ?? String(error));
    throw new Error(`The service cannot listen on ${HOST}:${PORT}, ${reason}: set HOST and PORT to others.`, {
      cause: error,
    });
  }
}

async function createFirstAdministrator(
  app: NestFastifyApplication,
  configuration: Configuration,
  isEmbedded: boolean,
): Promise<void> {
  const email = configuration.ADMIN_EMAIL ?? (isEmbedded ? 'admin@example.com' : undefined);
  const password = configuration.ADMIN_PASSWORD ?? (isEmbedded ? randomBytes(15).toString('base64url') : undefined);
  if (email === undefined || password === undefined) return;
  const isCreated = await app.get(CommandBus).execute(new CreateFirstAdministrator(email, password));
  if (!isCreated) return;
  const shown = configuration.ADMIN_PASSWORD === undefined ? `, password ${password} (shown this once)` : '';
  say(`\nCreated the first administrator: ${email}${shown}`);
}

function stopOnSignals(stop: () => Promise<void>, drainSeconds: number): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), drainSeconds * 1_000 + SHUTDOWN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function sayWhere(app: NestFastifyApplication, { SITE_URL, PORT }: Configuration): void {
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : PORT;
  const site = SITE_URL ?? `http://localhost:${port}`;
  say(`
Quiz service is ready.
  API            ${site}/api
  Documentation  ${site}/docs
  Backoffice     ${site}/admin
  Health         ${site}/health/ready
`);
}

start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
