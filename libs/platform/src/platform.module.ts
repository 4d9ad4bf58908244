import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ClosedConnections } from './connections/closed-connections.js';
import { ConnectionLimits } from './connections/connection-limits.js';
import { CONFIGURATION, type Configuration } from './configuration/configuration.js';
import { IS_IDLE } from './database/background.js';
import { DatabaseModule } from './database/database.module.js';
import { HealthController } from './health/health.controller.js';
import { EndpointRegistry } from './http/endpoint-registry.js';
import { ServiceExceptionFilter } from './http/exception.filter.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { Metrics } from './metrics/metrics.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { createTracing } from './tracing/create-tracing.js';
import { Tracing } from './tracing/tracing.js';
import { RequestPipe } from './validation/request.pipe.js';

/** What every module stands on. */
@Global()
@Module({})
export class PlatformModule {
  /** @param isIdle whether nothing runs in the background */
  static forRoot(configuration: Configuration, isIdle = false): DynamicModule {
    return {
      module: PlatformModule,
      imports: [CqrsModule.forRoot(), DiscoveryModule, DatabaseModule.forRoot(), RateLimitModule],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: CONFIGURATION, useValue: configuration },
        { provide: Tracing, inject: [CONFIGURATION], useFactory: createTracing },
        { provide: IS_IDLE, useValue: isIdle },
        { provide: APP_FILTER, useClass: ServiceExceptionFilter },
        { provide: APP_PIPE, useClass: RequestPipe },
        ClosedConnections,
        ConnectionLimits,
        EndpointRegistry,
        Metrics,
      ],
      exports: [CONFIGURATION, IS_IDLE, EndpointRegistry, Metrics, Tracing, CqrsModule],
    };
  }
}
