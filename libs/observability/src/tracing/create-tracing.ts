import type { Configuration } from '#libs/configuration';
import { Tracing } from './tracing.js';

/** Sends traces to the collector at `OTEL_EXPORTER_OTLP_ENDPOINT`. Without it OpenTelemetry is not loaded. */
export async function createTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Configuration): Promise<Tracing> {
  if (endpoint === undefined) return new Tracing();
  const { OpenTelemetryTracing } = await import('./open-telemetry.js');
  return new OpenTelemetryTracing(endpoint);
}
