import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyInstance } from 'fastify';
import { HeadersTooLarge, MalformedRequest, type Metrics, type Refusal, RequestTimedOut } from '#libs/platform';
import { SECURITY_HEADERS } from './security-headers.js';

const HEADERS = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** How the service refuses what Node's HTTP parser refuses before there is a request. */
function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return HeadersTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return RequestTimedOut;
    default:
      return MalformedRequest;
  }
}

/** Answers a malformed HTTP message in the form of every error, and ends its connection. It has no id, and no hook sees it. */
export function refuseMalformed(
  { code }: FastifyError | NodeJS.ErrnoException,
  socket: Socket,
  metrics: Metrics,
  log: FastifyBaseLogger,
): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  // What arrives behind a message that was refused is no other message.
  if (socket.writable) {
    const { status, text, name } = refusalOf(code);
    metrics.countRefusal(name);
    log.info({ status, refusal: name, code }, 'request');
    const body = JSON.stringify({ error: text });
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\n${HEADERS}` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

/** Answers what Node would refuse by itself, without a body, or would answer and then hang. */
export function standInForNode(server: FastifyInstance): void {
  // Expectations that are not known may be ignored (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  server.addHook('onRequest', (request, reply, done) => {
    const { upgrade, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    // Node reads nothing after a body that came with an offer to upgrade (https://github.com/nodejs/node/pull/60016).
    if (upgrade !== undefined && (length ?? encoding) !== undefined) reply.raw.shouldKeepAlive = false;
    done();
  });
}

/** Refuses a request without `Host`, as HTTP/1.1 wants it. Node's `requireHostHeader` must be off. */
export function refuseWithoutHost(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    done(httpVersion === '1.1' && headers.host === undefined ? new MalformedRequest() : undefined);
  });
}
