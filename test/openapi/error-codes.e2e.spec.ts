// The codes that programs of clients compare. Those of modules that a team adds need no line here.
import { errorCodesOf } from '#libs/http';
import { describeService } from '../../apps/api/src/documentation/descriptions.js';
import { sharedService, type SharedService } from '../support/service.js';

/** Never changes, except by further lines: a class that gets another name declares the code that it had. */
const CODES: [status: number, code: string, text: string][] = [
  [400, 'idempotency_key_invalid', 'Idempotency-Key: must have 1 to 255 visible ASCII characters'],
  [400, 'invalid_json', 'Request body is not valid JSON'],
  [400, 'malformed_request', 'Malformed HTTP request'],
  [400, 'validation_failed', 'questions[2].answers: at least one answer must be correct'],
  [401, 'api_key_required', 'API key is required'],
  [401, 'invalid_api_key', 'Invalid API key'],
  [403, 'insufficient_permissions', 'Insufficient permissions'],
  [403, 'user_suspended', 'Insufficient permissions'],
  [404, 'attempt_not_found', 'Attempt not found'],
  [404, 'not_found', 'Not found'],
  [404, 'quiz_not_found', 'Quiz not found'],
  [405, 'method_not_allowed', 'Method not allowed'],
  [408, 'request_timed_out', 'Request took too long'],
  [409, 'idempotency_key_in_progress', 'A request with this Idempotency-Key is in progress'],
  [409, 'maximum_attempts_reached', 'Maximum attempts reached'],
  [412, 'quiz_changed', 'Quiz has been changed since it was read'],
  [413, 'body_too_large', 'Request body is too large'],
  [415, 'charset_not_supported', 'The charset of Content-Type must be utf-8'],
  [415, 'content_encoding_not_supported', 'Content-Encoding must be identity'],
  [415, 'content_type_not_json', 'Content-Type must be application/json'],
  [422, 'idempotency_key_reused', 'Idempotency-Key was used with a different request'],
  [429, 'rate_limit_exceeded', 'Rate limit exceeded. Please try again later.'],
  [431, 'headers_too_large', 'Request headers are too large'],
  [500, 'internal_error', 'Internal server error'],
  [503, 'service_unavailable', 'Service temporarily unavailable'],
];

let service: SharedService;
beforeAll(async () => (service = await sharedService()));
it('X-Error-Code: the codes of the public API with their status and text do not change', () => {
  const codes = errorCodesOf(describeService(service.app).api);
  const found = CODES.map(([, expected]) => codes.find(({ code }) => code === expected));
  expect(found).toEqual(CODES.map(([status, code, text]) => ({ code, status, text })));
});

it('X-Error-Code: the codes are sorted by status and code, and each is there once', () => {
  const codes = errorCodesOf(describeService(service.app).api);
  const names = codes.map(({ status, code }) => `${status} ${code}`);
  expect(names).toEqual([...names].sort());
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  for (const { code } of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
});
