// One declaration per route sets its path, status and access, and writes its whole entry in the OpenAPI document.
import {
  applyDecorators,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { ApiExcludeEndpoint, ApiSecurity } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import type { Access, RouteBody } from './access.js';
import { describeEndpoint, type Description, PLAYER_HEADERS, RATE_LIMIT_HEADERS } from './endpoint-description.js';
import {
  ApiKeyRequired,
  ConfirmationRequired,
  EnrolmentRequired,
  InsufficientPermissions,
  InvalidApiKey,
  InvalidCsrfToken,
  NotSignedIn,
  PlayerHeaderInvalid,
  PlayerNotFound,
  PlayerSuspended,
  RateLimitExceeded,
  UserSuspended,
} from './http.errors.js';
import { ADMIN_PATH, BASE_PATH } from './paths.js';
import { type Role, Scope } from '#libs/access';
import { boundsOf } from './validation/body-bounds.js';
import { parameterClasses, type ParameterClasses } from './validation/parameter-classes.js';

/** Metadata keys of a route's {@link Access}, of its described status, of its {@link RouteBody}, and of the classes of its responses. */
export const ACCESS = Symbol('access');
export const DECLARED_STATUS = Symbol('status');
export const BODY = Symbol('body');
export const RESPONSE_CLASSES = Symbol('responses');

export const JSON_TYPE = 'application/json; charset=utf-8';

type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** The right to a route of the public API: a scope, and if `admin` the admin role too; null for every valid key. */
type Needs = { scope: Scope; admin?: boolean } | { scope: null; admin?: never };

/** A route of the public API, below the base URL. It needs an API key whose user's role has the scope, if it names one. */
export function Endpoint(route: Route, declared: Description & Needs): MethodDecorator {
  const { scope, admin = false } = declared;
  // The start rejects an endpoint whose scope is none.
  const isFor = (role: Role) => scope === null || (!admin && scope instanceof Scope && scope.isGivenBy(role));
  const canActForPlayers = isFor('application') && isFor('player');
  return withParameters(declared, (options) =>
    applyDecorators(
      declare(BASE_PATH, route, scope === null ? { kind: 'key' } : { kind: 'scope', scope, admin }, options),
      ApiSecurity('ApiKey'),
      describeEndpoint(
        route,
        {
          ...withTag(route, {
            ...options,
            requestHeaders: { ...options.requestHeaders, ...(canActForPlayers && PLAYER_HEADERS) },
          }),
          description: withRequiredScope(options),
        },
        RATE_LIMIT_HEADERS,
        [
          ApiKeyRequired,
          InvalidApiKey,
          InsufficientPermissions,
          UserSuspended,
          RateLimitExceeded,
          ...(isFor('application') ? [PlayerHeaderInvalid, PlayerNotFound, PlayerSuspended] : []),
        ],
      ),
    ),
  );
}

interface BackofficeOptions {
  public?: boolean;
  editor?: boolean;
  enrolling?: boolean;
  confirmed?: boolean;
}

/**
 * A route of the backoffice's interface. Unless it is `public`, it needs the session of an administrator and, for writes, the session's CSRF
 * token. `editor`: editors may use it too. `enrolling`: so may sessions that must set up a second factor first. `confirmed`: the user must
 * have signed in, or confirmed who they are, in the last 10 minutes. Downloads of each route are limited: a user may start as many as a key
 * may send requests.
 */
export function BackofficeEndpoint(route: Route, declared: Description & BackofficeOptions): MethodDecorator {
  const { public: isPublic = false, enrolling = false, confirmed = false, editor = enrolling } = declared;
  const isRead = route.startsWith('GET');
  const isDownload = declared.file !== undefined;
  const sessionErrors = [
    NotSignedIn,
    ...(isDownload ? [RateLimitExceeded] : []),
    ...(isRead ? [] : [InvalidCsrfToken]),
    ...(enrolling ? [] : [EnrolmentRequired]),
    ...(editor ? [] : [InsufficientPermissions]),
    ...(confirmed ? [ConfirmationRequired] : []),
  ];
  const access: Access = isPublic ? { kind: 'public' } : { kind: 'session', editor, enrolling, confirmed };
  return withParameters(declared, (options) =>
    applyDecorators(
      declare(ADMIN_PATH, route, access, options),
      // Browsers store no response of the backoffice.
      Header('cache-control', 'no-store'),
      ...(isDownload ? [Throttle({ downloads: {} })] : []),
      ApiSecurity(isPublic ? {} : { Session: [], ...(!isRead && { CsrfToken: [] }) }),
      describeEndpoint(route, options, {}, isPublic ? [] : sessionErrors),
    ),
  );
}

/** A route that everybody may read and that is in no OpenAPI document: health, metrics, images. */
export function PublicEndpoint(route: `GET /${string}`, declared: Pick<Description, 'file'> = {}): MethodDecorator {
  return applyDecorators(declare('', route, { kind: 'public' }, declared), ApiExcludeEndpoint());
}

const ETAG = {
  ETag: {
    description: 'Of the whole body. Weak, as `W/"…"`, if the response is compressed; `If-None-Match` takes both forms',
    example: '"mfdyE3V1eB9y5Lk0tCwzQg"',
  },
};

const IF_NONE_MATCH = { 'If-None-Match': { description: 'Get 304 if the body still has this ETag' } };

/** The description of a public operation, with the tag that the edge gives to the bodies of reads. */
function withTag<Options extends Description>(route: Route, options: Options): Options & { notModified?: boolean } {
  const { status = 200, returns, requestHeaders, responseHeaders } = options;
  if (!route.startsWith('GET') || status !== 200 || returns === undefined) return options;
  return {
    ...options,
    requestHeaders: { ...IF_NONE_MATCH, ...requestHeaders },
    responseHeaders: { ...ETAG, ...responseHeaders },
    notModified: true,
  };
}

/** The description of a public operation, with the rights that it needs. The start rejects one without a scope. */
function withRequiredScope({
  description,
  scope,
  admin,
}: Description & { scope?: Scope | null; admin?: boolean }): string {
  const needs =
    scope === null
      ? 'Needs no scope: every valid key may use it.'
      : `Needs the scope \`${scope?.name}\`${admin === true ? ' and the admin role' : ''}.`;
  return description === undefined ? needs : `${description}\n\n${needs}`;
}

function declare(
  prefix: string,
  route: Route,
  access: Access,
  {
    status = 200,
    file,
    body: type,
    bodyLimit,
    returns,
    returnsFor,
    orReturns,
    secret = false,
  }: Partial<Description & ParameterClasses>,
): MethodDecorator {
  const body: RouteBody = { type, limit: bodyLimit, bounds: boundsOf(type, bodyLimit) };
  const [method, path = ''] = route.split(' ');
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path: prefix + path }),
    statusUnlessSet(status),
    SetMetadata(DECLARED_STATUS, status),
    SetMetadata(BODY, body),
    SetMetadata(
      RESPONSE_CLASSES,
      [returns, orReturns, ...Object.values(returnsFor ?? {})].filter((one) => one !== undefined),
    ),
    // Needed for bodies that handlers return as serialised text.
    ...(status === 204 || status === 302 || file !== undefined ? [] : [Header('content-type', JSON_TYPE)]),
    configWith({ access, body, secret }),
    SetMetadata(ACCESS, access),
  );
}

/** Adds the classes of the method's parameters to a declaration. */
function withParameters<Declared extends Description>(
  declared: Declared,
  decoratorOf: (options: Declared & ParameterClasses) => MethodDecorator,
): MethodDecorator {
  return (target, name, descriptor) => {
    const parameters = parameterClasses(target.constructor as Type, name as string);
    decoratorOf({ ...declared, ...parameters })(target, name, descriptor);
  };
}

/** Sets the status, unless an `@HttpCode` below did. The start rejects that status, which it could not see if this overwrote it. */
function statusUnlessSet(status: number): MethodDecorator {
  return (target, name, descriptor) => {
    if (!Reflect.hasMetadata(HTTP_CODE_METADATA, descriptor.value as object))
      HttpCode(status)(target, name, descriptor);
  };
}

/** Adds to the route's configuration, which an `@RouteConfig` below may have set. */
function configWith(config: object): MethodDecorator {
  return (target, name, descriptor) => {
    const below = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    RouteConfig({ ...below, ...config })(target, name, descriptor);
  };
}
