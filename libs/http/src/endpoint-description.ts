// Describes a route in the OpenAPI document: every status with its texts, headers and examples.
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtension,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  type ApiResponseOptions,
  getSchemaPath,
} from '@nestjs/swagger';
import { ErrorBody } from './error-body.js';
import { INVALID_IF_MATCH } from './etag.js';
import { codeOfStatus } from './service-error.js';
import { type BodyBounds, boundsOf } from './validation/body-bounds.js';
import { isFile, type ParameterClasses } from './validation/parameter-classes.js';
import {
  BodyTooLarge,
  CharsetNotSupported,
  ContentEncodingNotSupported,
  ContentTypeNotBinary,
  ContentTypeNotJson,
  EmptyBody,
  HeadersTooLarge,
  InsufficientPermissions,
  InternalError,
  InvalidJson,
  MalformedRequest,
  MethodNotAllowed,
  RequestTimedOut,
  ServiceUnavailable,
  ValidationFailed,
} from './http.errors.js';

/** An error in the document: a class of an error catalogue, or what describes an exception of Nest. */
export interface DocumentedError {
  readonly status: number;
  readonly text: string;
  /** By default that of the status, as for exceptions of Nest. */
  readonly code?: string;
}

/** An error with the text that it has at this operation. */
interface PossibleError extends DocumentedError {
  readonly example?: string;
}

type HeaderObject = NonNullable<ApiResponseOptions['headers']>[string];

/** A header of every response with the status, unless it is optional. */
export interface HeaderDescription {
  description: string;
  example: string | number;
  optional?: boolean;
}

/** Name of the header with the code of an error. */
export const ERROR_CODE_HEADER = 'X-Error-Code';

/** Without an example, because the documentation page would send it with every request. */
export interface RequestHeader {
  description: string;
  /** A regular expression (ECMA-262). */
  pattern?: string;
}

/** Name of the header with the external id of the player for whom an application acts. */
export const PLAYER_HEADER = 'x-player';

/** Of the operations that an application may use for its players. */
export const PLAYER_HEADERS: Record<string, RequestHeader> = {
  'X-Player': {
    description:
      'Acts for this player of the application whose key it is: the external id, percent-encoded like a segment of a path. ' +
      'Needs the scope `players:act`, and what the operation itself needs of both, application and player',
    pattern: '^[ -~]+$',
  },
};

export interface Description {
  /** What the operation does, in one line. */
  summary: string;
  description?: string;
  /**
   * Largest body, in bytes; 413 beyond it. By default it follows from the limits of the fields of the body's class, up to 1 MiB; it is
   * 64 KiB if a field has no field decorator, and 16 KiB without a class. A body that is a `Buffer` needs one.
   */
  bodyLimit?: number;
  /** Whether the response to this read contains a secret, so that it is never compressed. */
  secret?: boolean;
  /** An example of the error text for an invalid body, or else for an invalid query. */
  invalid?: string;
  /** The class of the response body; undefined for an empty response or a file. */
  returns?: Type;
  /**
   * The classes of the response body where the query has a parameter with a value, such as `answers=hidden`. OpenAPI knows one schema per
   * operation: the document has these in the extension `x-responses-by-query`.
   */
  returnsFor?: Record<string, Type>;
  /**
   * The class of the response body in the cases that `description` names, whatever the query: `x-other-response` of the document. Clients
   * that know none of these cases read `returns` only.
   */
  orReturns?: Type;
  /** The media types of a returned file, such as `text/csv`. */
  file?: readonly string[];
  /** Status of success; 200 by default. */
  status?: number;
  /** Errors of the module. Those of every endpoint are added to them. */
  errors?: readonly DocumentedError[];
  /** Where it answers 201 instead, because it creates what the path names: an example of the `Location`. */
  creates?: string;
  /** Path parameters by name. Without an example they are ids. */
  params?: Record<string, string | { description: string; example: string }>;
  /** Optional request headers by name. */
  requestHeaders?: Record<string, RequestHeader>;
  /** Headers of success, in addition to those of every response. */
  responseHeaders?: Record<string, HeaderDescription>;
}

export const RATE_LIMIT_HEADERS: Record<string, HeaderDescription> = {
  'X-RateLimit-Limit': { description: 'Requests allowed per window', example: 100 },
  'X-RateLimit-Remaining': { description: 'Requests left in the current window', example: 99 },
  'X-RateLimit-Reset': { description: 'Unix timestamp, in seconds, at which the window resets', example: 1767225660 },
  'RateLimit-Policy': {
    description: 'The limit by name: `q` requests in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers-10)',
    example: '"default";q=100;w=60',
  },
  RateLimit: {
    description: 'The state of that limit: `r` requests left, and `t` seconds until the window resets',
    example: '"default";r=99;t=42',
  },
};

const REQUEST_ID_HEADER: Record<string, HeaderDescription> = {
  'X-Request-Id': {
    description: "The request's id in the service's log",
    example: '019b76da-a800-7000-8000-000000000001',
  },
};

const RETRY_AFTER_HEADER: Record<string, HeaderDescription> = {
  'Retry-After': { description: 'Seconds to wait before trying again', example: 42 },
};

/** Headers of errors, in addition to those of every response, by status. */
const ERROR_HEADERS: Record<number, Record<string, HeaderDescription>> = {
  405: { Allow: { description: 'The methods that the path knows', example: 'GET, HEAD, PUT, DELETE' } },
  429: RETRY_AFTER_HEADER,
  503: RETRY_AFTER_HEADER,
};

const REQUIRED_SCOPE_HEADER: Record<string, HeaderDescription> = {
  'X-Required-Scope': {
    description: 'The scope that the operation needs, if the role of the user does not give it',
    example: 'badges:read',
    optional: true,
  },
};

const invalid = (example: string): PossibleError => {
  const { status, text, code } = ValidationFailed;
  return { status, text, code, example };
};

const INVALID_PAGE = 'page: must be a whole number from 1 to 9007199254740991';

/** Errors of every operation. Even a body that the operation ignores can be too large. */
const ANYWHERE: readonly DocumentedError[] = [
  MalformedRequest,
  MethodNotAllowed,
  RequestTimedOut,
  BodyTooLarge,
  HeadersTooLarge,
  InsufficientPermissions,
  InternalError,
  ServiceUnavailable,
];

const EXAMPLE_ID = '019b76da-a800-7000-8000-000000000001';

/**
 * Writes the operation's entry in the document, with the errors of every endpoint in addition to the module's.
 * @param options.notModified whether the operation answers 304 if the client has the representation already
 * @param route such as `GET /quizzes`
 */
export function describeEndpoint(
  route: string,
  options: Description & ParameterClasses & { notModified?: boolean },
  everyHeader: Record<string, HeaderDescription>,
  accessErrors: readonly DocumentedError[],
): MethodDecorator {
  const { body, returns, status = 200, params = {}, requestHeaders = {}, responseHeaders = {} } = options;
  const always = { ...everyHeader, ...REQUEST_ID_HEADER };
  const errors: PossibleError[] = [...accessErrors, ...(options.errors ?? [])];
  const takesFile = isFile(body);
  if (takesFile) errors.push(EmptyBody, ContentTypeNotBinary, ContentEncodingNotSupported);
  else if (body !== undefined) errors.push(invalid(options.invalid ?? ValidationFailed.text), EmptyBody);
  // Such a request may have a body even if the operation does not use it.
  if (!takesFile && (body !== undefined || /^(POST|PUT|PATCH) /.test(route)))
    errors.push(InvalidJson, ContentTypeNotJson, CharsetNotSupported, ContentEncodingNotSupported);
  if (options.query !== undefined) {
    const example = body === undefined || takesFile ? options.invalid : undefined;
    errors.push(invalid(example ?? INVALID_PAGE));
  }
  if ('If-Match' in requestHeaders) errors.push(invalid(INVALID_IF_MATCH));
  errors.push(...ANYWHERE);
  return applyDecorators(
    ApiOperation({
      summary: options.summary,
      ...(options.description !== undefined && { description: options.description }),
    }),
    ...Object.entries(params).map(([name, param]) => {
      const { description, example } = typeof param === 'string' ? { description: param, example: EXAMPLE_ID } : param;
      return ApiParam({ name, description, schema: { type: 'string' }, example });
    }),
    ...Object.entries(requestHeaders).map(([name, { description, ...limits }]) =>
      ApiHeader({ name, required: false, description, schema: { type: 'string', ...limits } }),
    ),
    ...byQuery(options.returnsFor),
    ...inOtherCases(options.orReturns),
    ...describeBody(body, boundsOf(body, options.bodyLimit)),
    ApiResponse({
      status,
      description: status === 204 ? 'Done' : 'Success',
      headers: headersOf({ ...always, ...responseHeaders }),
      ...(returns !== undefined && { type: returns }),
      ...(options.file !== undefined && {
        content: Object.fromEntries(options.file.map((type) => [type, { schema: { type: 'string' }, example: '' }])),
      }),
    }),
    ...(options.creates !== undefined
      ? [
          ApiResponse({
            status: 201,
            description: 'Created',
            headers: headersOf({
              ...always,
              Location: { description: 'Path of what was created', example: options.creates },
              ...responseHeaders,
            }),
            ...(returns !== undefined && { type: returns }),
          }),
        ]
      : []),
    ...(options.notModified === true
      ? [
          ApiResponse({
            status: 304,
            description: 'Not modified',
            headers: headersOf({ ...always, ...responseHeaders }),
          }),
        ]
      : []),
    ...errorResponses(errors, always),
  );
}

function describeBody(type: Type | undefined, { bytes }: BodyBounds): MethodDecorator[] {
  if (type === undefined) return [];
  if (!isFile(type)) return [ApiBody({ type, required: true, description: `At most ${bytes / 1024} KiB` })];
  const schema = { type: 'string', format: 'binary', example: '' };
  return [
    ApiConsumes('application/octet-stream'),
    ApiBody({ schema, required: true, description: `The file, of at most ${bytes} bytes` }),
  ];
}

function byQuery(types: Record<string, Type> | undefined): MethodDecorator[] {
  if (types === undefined) return [];
  const schemas = Object.entries(types).map(([query, type]) => [query, { $ref: getSchemaPath(type) }] as const);
  return [ApiExtraModels(...Object.values(types)), ApiExtension('x-responses-by-query', Object.fromEntries(schemas))];
}

function inOtherCases(type: Type | undefined): MethodDecorator[] {
  if (type === undefined) return [];
  return [ApiExtraModels(type), ApiExtension('x-other-response', { $ref: getSchemaPath(type) })];
}

function errorResponses(
  errors: readonly PossibleError[],
  always: Record<string, HeaderDescription>,
): MethodDecorator[] {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const possible = errors.filter((error) => error.status === status);
    const texts = [...new Set(possible.map(({ text, example = text }) => example))];
    const others = {
      ...ERROR_HEADERS[status],
      ...(possible.includes(InsufficientPermissions) && REQUIRED_SCOPE_HEADER),
    };
    const response: ApiResponseOptions = {
      status,
      description: texts.join(' · '),
      headers: { ...headersOf({ ...always, ...others }), [ERROR_CODE_HEADER]: codeHeader(possible) },
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${ErrorBody.name}` },
          examples: Object.fromEntries(texts.map((error, index) => [`example${index + 1}`, { value: { error } }])),
        },
      },
    };
    return ApiResponse(response);
  });
}

/** The codes are examples, not an `enum`: clients must expect further ones. */
function codeHeader(errors: readonly DocumentedError[]): HeaderObject {
  return {
    description: 'Which error it is, for programs. Codes are stable; later versions may add some',
    required: true,
    schema: { type: 'string' },
    examples: Object.fromEntries(
      errors.map(({ status, text, code = codeOfStatus(status) }) => [code, { summary: text, value: code }]),
    ),
  };
}

function headersOf(headers: Record<string, HeaderDescription>): ApiResponseOptions['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, example, optional = false }]) => [
      name,
      {
        description,
        ...(!optional && { required: true }),
        schema: { type: typeof example === 'number' ? ('integer' as const) : ('string' as const) },
        example,
      },
    ]),
  );
}
