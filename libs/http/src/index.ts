// What modules use to declare endpoints: routes and access,
export { BackofficeEndpoint, Endpoint, PublicEndpoint } from './endpoint.decorator.js';
export { ApiTag } from './openapi/api-tag.decorator.js';
export type { Principal, RegisteredEndpoint } from './access.js';
export { CurrentConfirmation, CurrentPrincipal, CurrentReply, IsAdministrator } from './principal.decorator.js';
// fields of requests,
export * from './validation/fields.js';
export { IgnoresFields } from './validation/request-class.js';
export { RETURNED_URL } from './validation/normal-url.js';
// pages and cursors of lists,
export { listOf, PageQuery, Pagination } from './page.js';
export {
  type Cursor,
  cursorFrom,
  CursorQuery,
  cursorUpTo,
  type ListPosition,
  NextCursor,
  PageOrCursorQuery,
  readFromCursor,
  readPageOrCursor,
} from './cursor.js';
// errors,
export { codeOfStatus, serviceError, ServiceError } from './service-error.js';
export {
  ConfirmationRequired,
  DatabaseUnavailable,
  NotFound,
  Overloaded,
  ServiceUnavailable,
  ValidationFailed,
} from './http.errors.js';
export { entityTags, IfMatch, matchesEtag } from './etag.js';
// and responses as serialised text.
export { type JsonString, toJsonString } from './json-string.js';

// What infrastructure libs and the application need to know about endpoints and requests.
export { HttpModule } from './http.module.js';
export { EndpointRegistry } from './endpoint-registry.js';
export { createDocuments, type Documents } from './openapi/documents.js';
export type { DescribedEvent } from './openapi/webhooks.js';
export { errorCodesOf } from './openapi/error-codes.js';
export { ERROR_CODE_HEADER, PLAYER_HEADER } from './endpoint-description.js';
export { operationsOf } from './openapi/parts.js';
export { ADMIN_PATH, BASE_PATH, interfaceOf, isUnder, routablePath, routeOf } from './paths.js';
export { boundsOf, boundsProblem } from './validation/body-bounds.js';
export { parseBody } from './validation/request.pipe.js';
/** All errors of HTTP, also those that only infrastructure throws. */
export * as httpErrors from './http.errors.js';
