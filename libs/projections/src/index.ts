// Derived data: sharded counters, and tables that are compared with what they should contain.
export { ProjectionsModule } from './projections.module.js';
export { ShardedCounters } from './sharded-counters.js';
export type { DifferingRow } from './differing-rows.js';
export { compareProjections, counterProjection, type Projection } from './projection.js';
export { missingTotals } from './values.js';
