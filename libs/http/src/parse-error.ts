import 'node:http';
import type { ServiceErrorClass } from './service-error.js';

declare module 'node:http' {
  interface IncomingMessage {
    /**
     * Set where a message could not be read as a request, by this service or by a proxy in front of it. Such a request has only what could
     * be told of it; it is counted and logged as any other, and rejected before anything else is looked at.
     */
    parseError?: ParseError;
    /** Set where the rest of a request's body will not come: the request is rejected once its limit and its rights are known. */
    bodyError?: ParseError;
  }
}

/** Why a message could not be read. */
export interface ParseError {
  /** What the client is told. */
  readonly error: ServiceErrorClass;
  /** Node's code for it, such as `HPE_INVALID_METHOD`; undefined where a proxy could not read the message. */
  readonly code?: string | undefined;
}
