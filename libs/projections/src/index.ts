// Derived data: sharded counters, ordered lists, deferred deletions and consistency checks.
export { ProjectionsModule } from './projections.module.js';
export { DeferredDeletions, isDeferred } from './deferred-deletions.js';
export { EVERYTHING, ShardedCounters } from './sharded-counters.js';
export { type Neighbourhood, OrderedIndex } from './ordered-index/ordered-index.js';
export { logMoves } from './ordered-index/log-moves.js';
export { OrderedList } from './ordered-index/ordered-list.js';
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
