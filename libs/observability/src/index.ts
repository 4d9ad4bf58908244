// Logs, metrics and traces.
export { ObservabilityModule } from './observability.module.js';
export { createLogger, logRequest, NestLogger, openLog } from './logging/logger.js';
export { relayLog } from './logging/relay-log.js';
export { requestIdOf } from './logging/request-id.js';
export { Metrics } from './metrics/metrics.js';
export { WorkerMetrics } from './metrics/worker-metrics.js';
export { type Origin, Tracing } from './tracing/tracing.js';
