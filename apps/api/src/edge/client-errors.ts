import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { ConnectionError, FastifyBaseLogger } from 'fastify';
import { httpErrors, type ServiceError } from '#libs/http';
import { type Metrics, requestIdOf } from '#libs/observability';
import type { InFlightRequests, RateLimitGuard } from '#libs/traffic';

/**
 * Answers what Node's HTTP parser rejects, or does not get in time, and closes the connection. These messages are no requests: they count
 * for no limit, and the response shows the one of the client's address.
 * See https://nodejs.org/api/http.html#event-clienterror.
 */
export class ClientErrors {
  constructor(
    private readonly requests: Pick<InFlightRequests, 'connections'>,
    private readonly rateLimit: Pick<RateLimitGuard, 'headersOfAddress'>,
    private readonly metrics: Pick<Metrics, 'countError'>,
    private readonly log: Pick<FastifyBaseLogger, 'info'>,
  ) {}

  async answer({ code }: Pick<ConnectionError, 'code'>, socket: Socket): Promise<void> {
    const address = socket.remoteAddress;
    if (code === 'ECONNRESET' || address === undefined) return;
    const last = [...(this.requests.connections.get(socket) ?? [])].at(-1);
    if (last?.request.raw.complete === true) {
      finished(last.raw, () => void this.answer({ code }, socket));
      return;
    }
    const error = errorOf(code);
    const reason = error.constructor.name;
    const requestId = requestIdOf({ headers: {} });
    const headers = await this.rateLimit.headersOfAddress(address);
    // In the meantime the client has disconnected, or the request whose body is malformed was answered.
    if (!socket.writable || last?.raw.headersSent === true) {
      socket.destroySoon();
      return;
    }
    this.metrics.countError(reason);
    this.log.info({ reqId: requestId, status: error.status, address, error: reason, code }, 'request');
    socket.write(responseOf(error, { ...headers, 'x-request-id': requestId }));
    socket.destroySoon();
  }
}

function errorOf(code: string): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new httpErrors.HeadersTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new httpErrors.RequestTimedOut();
    default:
      return new httpErrors.MalformedRequest();
  }
}

function responseOf({ status, code, message }: ServiceError, headers: Record<string, string | number>): string {
  const body = JSON.stringify({ error: message });
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'x-content-type-options': 'nosniff',
    'x-error-code': code,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
