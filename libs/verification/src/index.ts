// Consistency checks of stored data, and their repairs.
export { VerificationModule } from './verification.module.js';
export { Verification, type VerificationListener, type VerificationResult } from './verification.js';
export { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck, type Difference } from './consistency-check.js';
