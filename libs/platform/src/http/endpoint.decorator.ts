// One declaration per route: it sets path, status and access, and writes the whole entry of the OpenAPI document.
import {
  applyDecorators,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBody,
  ApiExcludeEndpoint,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  type ApiResponseOptions,
  ApiSecurity,
} from '@nestjs/swagger';
import type { Access, Scope } from './access.js';
import { ErrorBody } from './error-body.js';
import {
  ApiKeyRequired,
  BodyTooLarge,
  ContentTypeNotJson,
  InsufficientPermissions,
  InternalError,
  InvalidApiKey,
  InvalidCsrfToken,
  InvalidJson,
  NotSignedIn,
  RateLimitExceeded,
  ServiceUnavailable,
  ValidationFailed,
} from './http.errors.js';
import { ADMIN_PATH, BASE_PATH } from './paths.js';

/** Metadata key of a route's {@link Access}. */
export const ACCESS = Symbol('access');

/** A refusal as the document shows it: an error class of a catalogue. */
export interface DocumentedError {
  readonly status: number;
  readonly text: string;
}

interface HeaderDescription {
  description: string;
  example: string;
}

interface Description {
  /** One line: what it does. */
  summary: string;
  description?: string;
  /** The request class of the body. */
  body?: Type;
  /** The class of what is returned; nothing for an empty answer. */
  returns?: Type;
  /** Status of success, 200 unless told. */
  status?: number;
  /** Refusals of the module itself; those of the platform are added. */
  errors?: readonly DocumentedError[];
  /** Path parameters by name. */
  params?: Record<string, string>;
  /** Optional request headers by name. */
  requestHeaders?: Record<string, HeaderDescription>;
  /** Headers of success beside those of every answer. */
  responseHeaders?: Record<string, HeaderDescription>;
  /** The operation takes query parameters. */
  query?: Type;
  /** The operation answers 304 where the client has the representation already. */
  notModified?: boolean;
}

type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** A route of the public API, below the base URL. It needs an API key whose user's role has the scope. */
export function Endpoint(route: Route, options: Description & { scope: Scope; admin?: boolean }): MethodDecorator {
  const { scope, admin = false } = options;
  return applyDecorators(
    declare(BASE_PATH, route, { kind: 'scope', scope, admin }, options.status),
    ApiSecurity('ApiKey'),
    describe(options, RATE_LIMIT_HEADERS, [ApiKeyRequired, InvalidApiKey, InsufficientPermissions, RateLimitExceeded]),
  );
}

/** A route of the backoffice's interface. It needs a session, and its CSRF token on writes, unless it is `public`. */
export function AdminEndpoint(route: Route, options: Description & { public?: boolean }): MethodDecorator {
  if (options.public === true) {
    return applyDecorators(declare(ADMIN_PATH, route, { kind: 'public' }, options.status), describe(options, {}, []));
  }
  const isRead = route.startsWith('GET');
  return applyDecorators(
    declare(ADMIN_PATH, route, { kind: 'session' }, options.status),
    ApiSecurity(isRead ? { Session: [] } : { Session: [], CsrfToken: [] }),
    describe(options, {}, isRead ? [NotSignedIn] : [NotSignedIn, InvalidCsrfToken]),
  );
}

/** A route outside the API that everybody may read and that stands in no document: health, metrics. */
export function PublicEndpoint(route: `GET /${string}`): MethodDecorator {
  return applyDecorators(declare('', route, { kind: 'public' }, 200), ApiExcludeEndpoint());
}

function declare(prefix: string, route: Route, access: Access, status = 200): MethodDecorator {
  const [method, path = ''] = route.split(' ');
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path: prefix + path }),
    HttpCode(status),
    // Also for bodies that handlers give as serialised text.
    ...(status === 204 ? [] : [Header('content-type', 'application/json; charset=utf-8')]),
    RouteConfig({ access }),
    SetMetadata(ACCESS, access),
  );
}

const RATE_LIMIT_HEADERS: Record<string, HeaderDescription> = {
  'X-RateLimit-Limit': { description: 'Requests allowed per window', example: '100' },
  'X-RateLimit-Remaining': { description: 'Requests left in the current window', example: '99' },
  'X-RateLimit-Reset': { description: 'Unix timestamp, in seconds, at which the window resets', example: '1767225660' },
};

const REQUEST_ID_HEADER: Record<string, HeaderDescription> = {
  'X-Request-Id': {
    description: "The request's id in the service's log",
    example: '019b76da-a800-7000-8000-000000000001',
  },
};

const RETRY_AFTER_HEADER: Record<string, HeaderDescription> = {
  'Retry-After': { description: 'Seconds to wait before trying again', example: '42' },
};

function describe(
  options: Description,
  everyHeader: Record<string, HeaderDescription>,
  accessErrors: readonly DocumentedError[],
): MethodDecorator {
  const { body, returns, status = 200, params = {}, requestHeaders = {}, responseHeaders = {} } = options;
  const always = { ...everyHeader, ...REQUEST_ID_HEADER };
  const errors = [...accessErrors, ...(options.errors ?? []), InternalError, ServiceUnavailable];
  if (body !== undefined) errors.push(InvalidJson, ValidationFailed, BodyTooLarge, ContentTypeNotJson);
  else if (options.query !== undefined || Object.keys(requestHeaders).length > 0) errors.push(ValidationFailed);
  return applyDecorators(
    ApiOperation({
      summary: options.summary,
      ...(options.description !== undefined && { description: options.description }),
    }),
    ...Object.entries(params).map(([name, description]) =>
      ApiParam({ name, description, schema: { type: 'string' }, example: EXAMPLE_ID }),
    ),
    ...Object.entries(requestHeaders).map(([name, header]) => ApiHeader({ name, required: false, ...header })),
    ...(body === undefined ? [] : [ApiBody({ type: body, required: true })]),
    ApiResponse({
      status,
      description: status === 204 ? 'Done' : 'Success',
      headers: headersOf({ ...always, ...responseHeaders }),
      ...(returns !== undefined && { type: returns }),
    }),
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

const EXAMPLE_ID = '019b76da-a800-7000-8000-000000000001';

function errorResponses(
  errors: readonly DocumentedError[],
  always: Record<string, HeaderDescription>,
): MethodDecorator[] {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const texts = [...new Set(errors.filter((error) => error.status === status).map(({ text }) => text))];
    const response: ApiResponseOptions = {
      status,
      description: texts.join(' · '),
      headers: headersOf({ ...always, ...((status === 429 || status === 503) && RETRY_AFTER_HEADER) }),
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

function headersOf(headers: Record<string, HeaderDescription>): ApiResponseOptions['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, example }]) => [
      name,
      { description, schema: { type: 'string' as const }, example },
    ]),
  );
}
