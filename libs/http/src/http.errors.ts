// Errors that every endpoint may return.
import { serviceError, ServiceError } from './service-error.js';

export class MalformedRequest extends serviceError(400, 'Malformed HTTP request') {}
export class PlayerHeaderInvalid extends serviceError(
  400,
  'X-Player must be one external id of 1 to 255 visible characters, percent-encoded',
) {}

export class InvalidJson extends ServiceError {
  static readonly status = 400;
  static readonly text = 'Request body is not valid JSON';

  /** @param problem with its position, if it is a common mistake */
  constructor(problem?: string) {
    super(InvalidJson.status, problem === undefined ? InvalidJson.text : `${InvalidJson.text}: ${problem}`);
  }
}

export class EmptyBody extends serviceError(400, 'Request body is empty', 'invalid_json') {}
export class ApiKeyRequired extends serviceError(401, 'API key is required') {}
export class InvalidApiKey extends serviceError(401, 'Invalid API key') {}
export class NotSignedIn extends serviceError(401, 'Not signed in') {}
export class InvalidCsrfToken extends serviceError(403, 'Invalid CSRF token') {}
export class EnrolmentRequired extends serviceError(403, 'Set up a second factor first') {}
/** The page that asks for it repeats the request after `POST session/confirmation`. */
export class ConfirmationRequired extends serviceError(403, 'Confirm that it is you') {}

export class InsufficientPermissions extends ServiceError {
  static readonly status = 403;
  static readonly text = 'Insufficient permissions';
  override readonly headers: Record<string, string>;

  /** @param scope the scope that the endpoint requires */
  constructor(scope?: string) {
    super(InsufficientPermissions.status, InsufficientPermissions.text);
    this.headers = scope === undefined ? {} : { 'x-required-scope': scope };
  }
}

/** Any request with a key of a suspended user. */
export class UserSuspended extends serviceError(403, InsufficientPermissions.text) {}

/** The header `X-Player` names a suspended player; the key works for others. */
export class PlayerSuspended extends serviceError(403, InsufficientPermissions.text) {}

/** The header `X-Player`, or the path, names no player of the application. */
export class PlayerNotFound extends serviceError(404, 'Player not found') {}
export class NotFound extends serviceError(404, 'Not found') {}
export class RequestTimedOut extends serviceError(408, 'Request took too long') {}
export class BodyTooLarge extends serviceError(413, 'Request body is too large') {}
export class ContentTypeNotJson extends serviceError(415, 'Content-Type must be application/json') {}
export class ContentTypeNotBinary extends serviceError(415, 'Content-Type must be application/octet-stream') {}
export class CharsetNotSupported extends serviceError(415, 'The charset of Content-Type must be utf-8') {}
export class ContentEncodingNotSupported extends serviceError(415, 'Content-Encoding must be identity') {
  /** The accepted content codings (RFC 9110, 12.5.3). */
  override readonly headers = { 'accept-encoding': 'identity' };
}
export class HeadersTooLarge extends serviceError(431, 'Request headers are too large') {}
export class RateLimitExceeded extends serviceError(429, 'Rate limit exceeded. Please try again later.') {}
export class InternalError extends serviceError(500, 'Internal server error') {}

/** Invalid body, path or query. The text names each field by its path. */
export class ValidationFailed extends ServiceError {
  static readonly status = 400;
  static readonly text = 'questions[2].answers: at least one answer must be correct';

  /** @param problems texts such as `title: must have 1 to 200 characters`; the first ten are shown */
  constructor(problems: readonly string[]) {
    super(400, problems.slice(0, 10).join('; '));
  }
}

export class MethodNotAllowed extends ServiceError {
  static readonly status = 405;
  static readonly text = 'Method not allowed';
  override readonly headers: Record<string, string>;

  /** @param allowed the allowed methods of the path */
  constructor(allowed: readonly string[]) {
    super(MethodNotAllowed.status, MethodNotAllowed.text);
    this.headers = { allow: allowed.join(', ') };
  }
}

/** Clients do the same about each of its subclasses, so they share its code. */
export class ServiceUnavailable extends serviceError(503, 'Service temporarily unavailable', 'service_unavailable') {
  override readonly headers = { 'retry-after': '1' };
}

/** More requests arrive than the service can process. */
export class Overloaded extends ServiceUnavailable {}

/** The database cannot be reached, or does not answer in time. */
export class DatabaseUnavailable extends ServiceUnavailable {}
