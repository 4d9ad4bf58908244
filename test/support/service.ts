import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CommandBus } from '@nestjs/cqrs';
import { CreateFirstAdministrator } from '#libs/backoffice-auth';
import { loadConfiguration } from '#libs/configuration';
import { AppModule } from '../../apps/api/src/app.module.js';
import { createApp } from '../../apps/api/src/create-app.js';
import * as features from '../../apps/api/src/modules.js';
import { CertificatesModule } from '../../tools/module-sample/src/index.js';
import { Backoffice, keepConfirmed } from './backoffice.js';
import { contractCheck, expectNoViolations } from './contract.js';
import { copyTemplate, dropDatabase } from './database.js';
import { logIntoRun } from './log.js';
import { LONG_TIMEOUTS } from './long-timeouts.js';
import { flushRunLog } from './run-log.js';
import { noteSecretsOf } from './secrets.js';

/** Created with every service, and signed in as `service.backoffice`. */
export const ADMINISTRATOR = { email: 'admin@example.com', password: 'a password for tests' };

/** Those of the test file, without the shared one. */
const openServices = new Set<NestFastifyApplication>();

/** Closes the services that failed tests leave open. */
export async function closeServices(): Promise<void> {
  const left = [...openServices];
  openServices.clear();
  for (const app of left) await app.close();
}

/** A running service, with an administrator who is signed in. */
export interface SharedService {
  app: NestFastifyApplication;
  /** Such as `http://127.0.0.1:41233`. */
  url: string;
  databaseUrl: string;
  backoffice: Backoffice;
}

export interface Service extends SharedService {
  close(): Promise<void>;
}

let shared: Promise<SharedService> | undefined;

/**
 * The service of the worker, which runs until the worker ends. It is for test files that look only at what they have
 * created, and leave settings, the administrator and the data of other files as they are. Others start their own.
 */
export function sharedService(): Promise<SharedService> {
  return (shared ??= startShared());
}

async function startShared(): Promise<SharedService> {
  const service = await startService({}, []);
  openServices.delete(service.app);
  return service;
}

/**
 * Starts the service, on a free port unless PORT is given.
 * @param environment further variables; without DATABASE_URL it gets a new database
 * @param modules the modules that a team adds to the service
 */
export async function startService(
  environment: Record<string, string> = {},
  modules: Type[] = sample(),
): Promise<Service> {
  const databaseUrl = environment.DATABASE_URL ?? (await createServiceDatabase());
  logIntoRun();
  const configuration = loadConfiguration({
    RATE_LIMIT_REQUESTS: '1000000',
    DATABASE_POOL_SIZE: '8',
    ...LONG_TIMEOUTS,
    MAX_CONNECTIONS: '100000',
    MAX_CONNECTIONS_PER_ADDRESS: '100000',
    ...environment,
    DATABASE_URL: databaseUrl,
  });
  const { providers = [], ...root } = AppModule.forRoot(configuration, false, [...Object.values(features), ...modules]);
  const contract = contractCheck(modules);
  const app = await createApp(configuration, {
    ...root,
    providers: [...providers, contract.provider],
  });
  contract.of(app);
  noteSecretsOf(app, { ...environment, DATABASE_URL: databaseUrl });
  openServices.add(app);
  await createAdministrator(app);
  await app.listen(Number(environment.PORT ?? 0), '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const backoffice = await Backoffice.signIn(url, ADMINISTRATOR);
  await keepConfirmed(databaseUrl, backoffice);
  return {
    app,
    url,
    databaseUrl,
    backoffice,
    close: async () => {
      openServices.delete(app);
      await app.close();
      flushRunLog();
      if (environment.DATABASE_URL === undefined) await dropDatabase(databaseUrl);
      expectNoViolations();
    },
  };
}

/** Starts two instances of the service on one new database. The first closes both. */
export async function startTwoServices(environment: Record<string, string> = {}): Promise<[Service, Service]> {
  const first = await startService(environment);
  const second = await startService({ ...environment, DATABASE_URL: first.databaseUrl });
  const close = async () => {
    await second.close();
    await first.close();
  };
  return [{ ...first, close }, second];
}

/** The sample module is part of the service in its own tests only. */
const sample = () =>
  expect.getState().testPath?.includes('/tools/module-sample/') === true ? [CertificatesModule] : [];

/** Creates a database as after the first start of a service, with {@link ADMINISTRATOR}. @returns its connection string */
export const createServiceDatabase = () => copyTemplate(fill);

/** Prepares a database like the first start of a service. */
async function fill(databaseUrl: string): Promise<void> {
  logIntoRun();
  const app = await createApp(loadConfiguration({ ...LONG_TIMEOUTS, DATABASE_URL: databaseUrl }));
  noteSecretsOf(app, { DATABASE_URL: databaseUrl });
  await createAdministrator(app);
  await app.close();
}

function createAdministrator(app: NestFastifyApplication): Promise<boolean> {
  return app.get(CommandBus).execute(new CreateFirstAdministrator(ADMINISTRATOR.email, ADMINISTRATOR.password));
}
