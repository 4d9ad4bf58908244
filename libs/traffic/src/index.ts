// Limits on load: rate limits, admission, deadlines, connections.
export { TrafficModule } from './traffic.module.js';
export { Acceptors } from './connections/acceptors.js';
export { ClosedConnections } from './connections/closed-connections.js';
export { ConnectionLimits } from './connections/connection-limits.js';
export { inTurn } from './connections/in-turn.js';
export { MemoryWindowCounter } from './rate-limit/memory-window-counter.js';
export { serveCounts } from './rate-limit/primary-window-store.js';
export { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
export { REDIS } from './rate-limit/rate-limit.module.js';
export { InFlightRequests } from './in-flight-requests.js';
export { Admission } from './resilience/admission.js';
export { LoadShedding } from './resilience/load-shedding.js';
export { RequestDeadlines } from './resilience/request-deadline.js';
export { oneAtATime, Semaphore } from './resilience/semaphore.js';
export { TimeoutError, withTimeout } from './resilience/with-timeout.js';
