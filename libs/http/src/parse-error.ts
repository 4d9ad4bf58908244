import 'node:http';
import type { ServiceErrorClass } from './service-error.js';

declare module 'node:http' {
  interface IncomingMessage {
    /**
     * Set if this service, or a proxy in front of it, could not parse the message as a request. Such a request has only the parts that
     * could be read. It is counted and logged like any other, and rejected before anything else is checked.
     */
    parseError?: ParseError;
    /** Set if the rest of the request's body will not arrive: the request is rejected after its rate limit and its rights are checked. */
    bodyError?: ParseError;
  }
}

/** Why a message could not be parsed. */
export interface ParseError {
  /** The error that the client receives. */
  readonly error: ServiceErrorClass;
  /** Node's code for it, such as `HPE_INVALID_METHOD`; undefined if a proxy could not parse the message. */
  readonly code?: string | undefined;
}
