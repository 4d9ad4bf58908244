import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { context, propagation, trace, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';

/** Longest wait for the collector to accept the remaining spans when the service stops, in milliseconds. */
const FLUSH_MS = 3_000;

/** `ExportResultCode.SUCCESS` of @opentelemetry/core. */
const SUCCESS = 0;

export interface Exporting {
  tracer: Tracer;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Sends spans in batches, independently of requests. Spans that the collector does not accept in time are dropped. The SDK reads the other
 * variables of OpenTelemetry: the service's name, sampling, limits, headers.
 */
export function startExporting(endpoint: string): Exporting {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'quiz-service' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(sayingOnce(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }))),
    ],
  });
  provider.register();
  return {
    tracer: provider.getTracer('quiz-service'),
    stop: async () => {
      trace.disable();
      context.disable();
      propagation.disable();
      const flushed = provider.shutdown().catch(() => undefined);
      await Promise.race([flushed, sleep(FLUSH_MS, undefined, { ref: false })]);
    },
  };
}

/** Logs once that the collector is unreachable, and once that it is back. */
function sayingOnce(exporter: SpanExporter): SpanExporter {
  const logger = new Logger('Tracing');
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const code: number = result.code;
        const failed = code !== SUCCESS;
        if (failed && !isAway) {
          logger.warn(`Traces cannot be sent (${result.error?.message ?? 'no reason given'}): they are dropped`);
        }
        if (!failed && isAway) logger.log('Traces are sent again');
        isAway = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
