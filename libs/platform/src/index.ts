// What every module may use of the platform.
export {
  CONFIGURATION,
  type Configuration,
  ConfigurationError,
  loadConfiguration,
  variables,
} from './configuration/configuration.js';
export { type Actor, CurrentActor, THE_SERVICE, type UserActor } from './audit/actor.js';
export { AUDIT_SUBJECT_KINDS, Audited, type AuditSubject } from './audit/audited.event.js';
export { compressAnswers } from './compression/compress-answers.js';
export { ClosedConnections } from './connections/closed-connections.js';
export { ConnectionLimits } from './connections/connection-limits.js';
export { inTurn } from './connections/in-turn.js';
export { Background } from './database/background.js';
export { hasSqlState, isDatabaseUnavailable } from './database/database-errors.js';
export { Database } from './database/database.js';
export { DeferredDeletions, isDeferred } from './database/deferred-deletions.js';
export { findRunningPostgres } from './embedded-postgres/find-running.js';
export { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
export { GroupCommit } from './database/group-commit.js';
export { EVERYTHING, KeptCounts } from './database/kept-counts.js';
export { listMigrations, migrationState, type MigrationState } from './database/migrations.js';
export { newId } from './database/new-id.js';
export { normaliseUrls } from './database/normalise-urls.js';
export { eachWordOf, everyWordOf, wordsOf } from './database/search.js';
export { Replica } from './database/replica.js';
export { SharedLookup } from './database/shared-lookup.js';
export { type Reader, type Snapshot, Snapshots } from './database/snapshots.js';
export { sql, type Statement } from './database/statement.js';
export { ListensTo, type TransactionListener } from './database/transaction-listener.js';
export { type Transaction } from './database/transaction.js';
export { UnitOfWork } from './database/unit-of-work.js';
export type { Access, Caller, Scope } from './http/access.js';
export { HealthController } from './health/health.controller.js';
export { drainBodies } from './http/drain-body.js';
export { CurrentAdministrator, CurrentCaller, CurrentReply } from './http/caller.decorator.js';
export { EndpointRegistry, type RegisteredEndpoint } from './http/endpoint-registry.js';
export { AdminEndpoint, Endpoint, PublicEndpoint } from './http/endpoint.decorator.js';
export { CursorQuery, type Place, toCursor } from './http/cursor.js';
export { csvFile, fileNameOf, textFile } from './http/files.js';
export { guardBeforeBody, interfaceOf } from './http/guard-before-body.js';
export * from './http/http.errors.js';
export { BODY_LIMIT, parseJsonBodies } from './http/json-body.js';
export type { ParseError } from './http/parse-error.js';
export { RequestsUnderWay } from './http/requests-under-way.js';
export { type JsonOf, toJson } from './http/json-of.js';
export { PageQuery, Pagination } from './http/page.js';
export { ADMIN_PATH, BASE_PATH, decodedPath, isUnder, routablePath } from './http/paths.js';
export { refusal, type Refusal, ServiceError } from './http/service-error.js';
export {
  CurrentClaim,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
} from './idempotency/idempotency-claim.decorator.js';
export { IDEMPOTENCY_ERRORS, IdempotencyKeyInProgress } from './idempotency/idempotency.errors.js';
export { compareClaims, Idempotency, type IdempotencyClaim, type KeptReply } from './idempotency/idempotency.js';
export { type OnceReply, sendOnce } from './idempotency/once-reply.js';
export { ListIndex } from './list-index/list-index.js';
export { isIndexed, logChanges } from './list-index/list-statements.js';
export { OrderedList, PLACE, WHOLE_TABLE } from './list-index/ordered-list.js';
export { createLogger, logRequests, NestLogger } from './logging/logger.js';
export { requestIdOf, sendRequestIds } from './logging/request-id.js';
export { countLookups } from './metrics/count-lookups.js';
export { Metrics } from './metrics/metrics.js';
export { adminDocument, publicDocument } from './openapi/documents.js';
export { PlatformModule } from './platform.module.js';
export { GetEmails } from './profiles/get-emails.query.js';
export { GetProfiles, GetProfilesRevision, type Profile } from './profiles/get-profiles.query.js';
export { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
export { admit } from './resilience/admission.js';
export { shedLoad } from './resilience/load-shedding.js';
export { answerInTime, sendEarly } from './resilience/request-deadline.js';
export { LateAnswer, within } from './resilience/within.js';
export { Tracing } from './tracing/tracing.js';
export * from './validation/fields.js';
export { RETURNED_URL, storedUrl } from './validation/normal-url.js';
export {
  compareFigures,
  type Figures,
  groupByQuiz,
  missingFigures,
  pairByKey,
  type WrongFigures,
} from './verification/figures.js';
export { compareKeptCounts } from './verification/compare-kept-counts.js';
export { distinctValues } from './verification/distinct-values.js';
export { findLeftOvers } from './verification/find-left-overs.js';
export { Verification, type VerificationListener, type VerificationResult } from './verification/verification.js';
export { type Difference, type Part, type Verifier, Verifies } from './verification/verifier.js';
export { parseBody } from './validation/request.pipe.js';
export { IgnoresFields } from './validation/shape.js';
