import { Global, Module } from '@nestjs/common';
import { CONFIGURATION } from '#libs/configuration';
import { MetricsController } from './metrics/metrics.controller.js';
import { Metrics } from './metrics/metrics.js';
import { createTracing } from './tracing/create-tracing.js';
import { Tracing } from './tracing/tracing.js';

/** Metrics and traces, for every module. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, { provide: Tracing, inject: [CONFIGURATION], useFactory: createTracing }],
  exports: [Metrics, Tracing],
})
export class ObservabilityModule {}
