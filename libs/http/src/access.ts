import 'fastify';
import type { Type } from '@nestjs/common';
import type { Scope } from './scope.js';

/** What a request needs to be let through to its handler. `enrolling`: also of a session that has to set up a second factor first. */
export type Access =
  { kind: 'scope'; scope: Scope; admin: boolean } | { kind: 'session'; enrolling?: boolean } | { kind: 'public' };

export interface RegisteredEndpoint {
  method: string;
  /** Such as `/api/quizzes/:id`. */
  path: string;
  access: Access;
  controller: Type;
  /** The controller's method. */
  handler: NewableFunction;
}

/** Who calls the public API, as resolved from the key for this one request. */
export interface Caller {
  readonly keyId: string;
  readonly userId: string;
  readonly admin: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on requests of the public API that were let through. */
    caller?: Caller;
    /** Set on requests of the public API with a valid key, also where they are refused. */
    apiKeyId?: string;
    /** Set on requests of the backoffice that were let through. */
    administratorId?: string;
  }
  interface FastifyContextConfig {
    /** Declared by `@Endpoint`, `@AdminEndpoint` or `@PublicEndpoint`. */
    access?: Access;
  }
}
