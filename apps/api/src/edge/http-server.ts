import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { inTurn } from '#libs/traffic';

/** Longest times in which a client may send its headers, and its whole request, in milliseconds; checked every 5 seconds. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

/** Longest time without progress while a response is sent, for example because the client does not read, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 60_000;

/** Longest time between two requests of a connection, in milliseconds. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/**
 * Creates Node's HTTP server with time limits for clients.
 * @param onTooMany is called with a connection on which too many requests wait for the one before them
 */
export function createHttpServer(handler: RequestListener, onTooMany: (socket: Socket) => void): Server {
  const options = {
    // `requireHost` rejects requests without it, in the form of every error.
    requireHostHeader: false,
    joinDuplicateHeaders: true,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  const server = createServer(options, inTurn(handler, onTooMany)).setTimeout(CONNECTION_TIMEOUT_MS);
  // The size of headers is limited. Beyond a limit of their number Node would drop the rest silently.
  server.maxHeadersCount = 0;
  return server;
}
