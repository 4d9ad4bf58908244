// Logs, metrics and traces.
export { ObservabilityModule } from './observability.module.js';
export { createLogger, logRequests, NestLogger } from './logging/logger.js';
export { requestIdOf, sendRequestIds } from './logging/request-id.js';
export { countLookups } from './metrics/count-lookups.js';
export { Metrics } from './metrics/metrics.js';
export { type Origin, Tracing } from './tracing/tracing.js';
