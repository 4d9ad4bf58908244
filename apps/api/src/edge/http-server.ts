import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { inTurn } from '#libs/traffic';

/** Longest times in which a client may send its headers, and its whole request, in milliseconds; checked every 5 seconds. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

/** Longest time in which nothing moves on a connection while it is answered, as where a client does not read, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 60_000;

/** Longest time between two requests of a connection, in milliseconds. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/**
 * Node's HTTP server with the times that clients have.
 * @param onTooMany is called with a connection on which too many requests wait for the one before them
 */
export function createHttpServer(handler: RequestListener, onTooMany: (socket: Socket) => void): Server {
  const options = {
    // `requireHost` rejects them, in the form of every error.
    requireHostHeader: false,
    joinDuplicateHeaders: true,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  const server = createServer(options, inTurn(handler, onTooMany)).setTimeout(CONNECTION_TIMEOUT_MS);
  // Their size is limited. Beyond a number of headers Node would drop the rest without a word.
  server.maxHeadersCount = 0;
  return server;
}
