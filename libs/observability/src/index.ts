// Logs, metrics and traces.
export { ObservabilityModule } from './observability.module.js';
export { createLogger, logRequest, NestLogger } from './logging/logger.js';
export { requestIdOf } from './logging/request-id.js';
export { Metrics } from './metrics/metrics.js';
export { type Origin, Tracing } from './tracing/tracing.js';
