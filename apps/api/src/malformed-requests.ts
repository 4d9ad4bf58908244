import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance } from 'fastify';
import { MalformedRequest } from '#libs/platform';

/** Status and text for what Node's HTTP parser refuses before there is a request. */
function refusalOf(code: string | undefined): [status: number, text: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'Request headers are too large'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'Request took too long'];
    default:
      return [MalformedRequest.status, MalformedRequest.text];
  }
}

/** Answers a malformed HTTP message in the form of every error, and ends its connection. */
export function refuseMalformed(error: FastifyError | NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text] = refusalOf(error.code);
  const body = JSON.stringify({ error: text });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

/** Handles what Node would refuse by itself, with an answer that has no body. Its `requireHostHeader` must be off. */
export function refuseInsteadOfNode(server: FastifyInstance): void {
  // Expectations that are not known may be ignored (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', server.routing);
  server.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers } = request.raw;
    done(httpVersion === '1.1' && headers.host === undefined ? new MalformedRequest() : undefined);
  });
}
