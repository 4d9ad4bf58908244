// Boots the service, for production and tests.
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Configuration } from '#libs/configuration';
import { createLogger, NestLogger } from '#libs/observability';
import { ClosedConnections } from '#libs/traffic';
import { AppModule } from './app.module.js';
import { serveBackoffice } from './backoffice.js';
import { serveDocumentation } from './documentation/serve-documentation.js';
import { composeEdge } from './edge/compose-edge.js';
import { createAdapter } from './edge/fastify-adapter.js';

/**
 * Builds the application with its database migrated and its routes declared; it listens once `listen` is called.
 * @param root the root module, by default the whole service
 */
export async function createApp(
  configuration: Configuration,
  root: DynamicModule = AppModule.forRoot(configuration),
): Promise<NestFastifyApplication> {
  const logger = createLogger(configuration);
  const adapter = createAdapter(configuration, logger, () => app.get(ClosedConnections));
  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  try {
    await composeEdge(app, configuration);
    await app.init();
    const server = app.getHttpAdapter().getInstance();
    await serveBackoffice(server, configuration);
    await serveDocumentation(app);
    await server.ready();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}
