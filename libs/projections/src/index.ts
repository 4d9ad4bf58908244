// Derived data: sharded counters, deferred deletions and consistency checks.
export { ProjectionsModule } from './projections.module.js';
export { DeferredDeletions, deferredSubjects } from './deferred-deletions.js';
export { ShardedCounters } from './sharded-counters.js';
export type { DifferingRow } from './verification/differing-rows.js';
export { compareProjections, counterProjection, type Projection } from './verification/projection.js';
export { missingTotals } from './verification/totals.js';
export { Verification, type VerificationListener, type VerificationResult } from './verification/verification.js';
export {
  type CheckBatch,
  ChecksConsistencyOf,
  type ConsistencyCheck,
  type Difference,
} from './verification/consistency-check.js';
