// Derived data: sharded counters, deferred deletions and consistency checks.
export { ProjectionsModule } from './projections.module.js';
export { DeferredDeletions } from './deferred-deletions.js';
export { EVERYTHING, ShardedCounters } from './sharded-counters.js';
export { compareCounters } from './verification/compare-counters.js';
export { distinctValues } from './verification/distinct-values.js';
export { compareRows, differingRows, type DifferingRow, type DifferingRows } from './verification/differing-rows.js';
export { compareTotals, type Totals, missingTotals } from './verification/totals.js';
export { Verification, type VerificationListener, type VerificationResult } from './verification/verification.js';
export {
  type CheckBatch,
  ChecksConsistencyOf,
  type ConsistencyCheck,
  type Difference,
} from './verification/consistency-check.js';
