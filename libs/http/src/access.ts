import 'fastify';
import type { Type } from '@nestjs/common';
import type { Scope } from '#libs/access';
import type { BodyBounds } from './validation/body-bounds.js';

/**
 * What a request needs to reach its handler. `key`: a valid key, of any role. `session`: an administrator's session. `editor`: sessions of
 * editors are admitted too. `enrolling`: sessions of users who must set up a second factor first are admitted too. `confirmed`: only
 * sessions whose user has confirmed who they are in the last 10 minutes.
 */
export type Access =
  | { kind: 'scope'; scope: Scope; admin: boolean }
  | { kind: 'key' }
  | { kind: 'session'; editor?: boolean; enrolling?: boolean; confirmed?: boolean }
  | { kind: 'public' };

/** The body that a route takes: JSON of a class, or with the class `Buffer` the bytes of a file. Without a class it ignores bodies. */
export interface RouteBody {
  readonly type: Type | undefined;
  /** What the endpoint declares as `bodyLimit`. */
  readonly limit: number | undefined;
  readonly bounds: BodyBounds;
}

export interface RegisteredEndpoint {
  method: string;
  /** Such as `/api/quizzes/:id`. */
  path: string;
  access: Access;
  body: RouteBody;
  controller: Type;
  /** The controller's method. */
  handler: NewableFunction;
}

/**
 * The user who calls the public API with a key, or the player for whom an application calls it. The guard resolves it from the key on
 * each request.
 */
export interface Principal {
  readonly keyId: string;
  readonly userId: string;
  readonly admin: boolean;
  /** The user of the key, if it acts for a player; null if it acts as its user. */
  readonly applicationId: string | null;
  /** Whether the key's user is an application that may act for its players, and does not do so in this request. */
  readonly hasPlayers: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on requests of the public API that have passed the guard. */
    principal?: Principal;
    /** Set on requests of the public API with a valid key, also on those that the guard rejects. */
    apiKeyId?: string;
    /** The user of the backoffice, an administrator or an editor. It and the next two are set on requests that have passed the guard. */
    sessionUserId?: string;
    /** Whether the user is an administrator, not an editor. */
    isAdministrator?: boolean;
    /** Whether the user has confirmed who they are in the last 10 minutes. */
    isConfirmed?: boolean;
  }
  interface FastifyContextConfig {
    /** Declared by `@Endpoint`, `@BackofficeEndpoint` or `@PublicEndpoint`. */
    access?: Access;
    /** How the body of the route is bounded and validated; declared by the same decorator. */
    body?: RouteBody;
    /** Whether responses contain a secret, so that they are never compressed; declared by the same decorator. */
    secret?: boolean;
  }
}
