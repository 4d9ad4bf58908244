// Messages that Node's HTTP parser rejects, does not get in time or hands over as a tunnel become requests, with the headers, limits and
// log line of every other request.
import { IncomingMessage, METHODS, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH, HeadersTooLarge, MalformedRequest, type ParseError, RequestTimedOut } from '#libs/http';
import { sendEarly } from '#libs/traffic';

/** Headers that are read from a malformed message: the client, its trace, and whether a browser may read the response. */
const READ_HEADERS = ['origin', 'x-forwarded-for', 'x-request-id', 'traceparent'];

/** The beginning of a target with a path. */
const TARGET = /^(?:\/|https?:\/\/)/i;

/**
 * Longest time in which a connection drops what its client still sends after the response, in milliseconds. Bytes that arrive at a closed
 * connection reset it, and the client may lose the response.
 */
const LINGER_MS = 2_000;

/** The last request of each connection. */
const lastReplies = new WeakMap<Socket, FastifyReply>();

/** Connections that end with the response to a malformed message. */
const ended = new WeakSet<Socket>();

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has passed the guards. */
    isAdmitted: boolean;
  }
}

/** Notes the last request of its connection: {@link answerClientError} responds after it. */
export function noteLastRequest(reply: FastifyReply): void {
  lastReplies.set(reply.request.raw.socket, reply);
}

/** Forgets a finished request, so that an idle connection holds no parsed body, which takes many times its size. */
export function forgetRequest(reply: FastifyReply): void {
  const { complete, socket } = reply.request.raw;
  if (complete && lastReplies.get(socket) === reply) lastReplies.delete(socket);
}

/**
 * Notes that a request has passed the guards.
 * @throws the error of its body, if the body broke off in the meantime
 */
export function admitBody(request: FastifyRequest): void {
  request.isAdmitted = true;
  const { bodyError } = request.raw;
  if (bodyError !== undefined) throw new bodyError.error();
}

/**
 * Answers a message that Node's HTTP parser rejects, after the requests before it, and ends the connection: nothing after the message can
 * be parsed.
 * See https://nodejs.org/api/http.html#event-clienterror.
 */
export function answerClientError(server: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || ended.has(socket)) return;
  ended.add(socket);
  const parseError = { error: errorOf(error.code), code: error.code };
  const message = Object.assign(new IncomingMessage(socket), readLeniently(error), { parseError, complete: true });
  message.push(null);
  answerInTurn(server, message, socket);
}

/**
 * Answers CONNECT like any other method without a route, and ends the connection. Node hands over its socket for the requested tunnel.
 * See https://nodejs.org/api/http.html#event-connect.
 */
export function answerConnect(server: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  // They replace Node's own listeners, which Node has removed. The previous response may still be written.
  socket.on('error', () => socket.destroy());
  socket.on('timeout', () => socket.destroy());
  socket.on('drain', () => lastReplies.get(socket)?.raw.emit('drain'));
  socket.resume();
  // The router cannot read the target of a tunnel, such as `example.com:443`.
  if (!TARGET.test(request.url ?? '')) {
    request.url = BASE_PATH;
    request.parseError = { error: MalformedRequest };
  }
  answerInTurn(server, request, socket);
}

/** Processes a message after the requests before it, some of which may still wait. */
function answerInTurn(server: FastifyInstance, message: IncomingMessage, socket: Socket): void {
  const last = lastReplies.get(socket);
  const { parseError } = message;
  if (last === undefined) {
    answer(server, message, socket);
  } else if (parseError !== undefined && !last.request.raw.complete) {
    rejectBody(last, socket, parseError);
  } else {
    finished(last.raw, () => {
      if (lastReplies.get(socket) === last) answer(server, message, socket);
      else answerInTurn(server, message, socket);
    });
  }
}

function errorOf(code: string): ParseError['error'] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return HeadersTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return RequestTimedOut;
    default:
      return MalformedRequest;
  }
}

/** Answers a request whose body breaks off, once it is counted and its rights are known. */
function rejectBody(reply: FastifyReply, socket: Socket, bodyError: ParseError): void {
  reply.request.raw.bodyError = bodyError;
  reply.raw.shouldKeepAlive = false;
  if (!reply.sent && reply.request.isAdmitted) sendEarly(reply, new bodyError.error());
  finished(reply.raw, () => socket.destroySoon());
}

function answer(server: FastifyInstance, message: IncomingMessage, socket: Socket): void {
  if (!socket.writable) {
    socket.destroySoon();
    return;
  }
  const response = new ServerResponse(message);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    endAfterClient(socket);
  });
  server.routing(message, response);
}

/** Ends a connection after its response. Closes it when the client ends it too, or after {@link LINGER_MS}. */
function endAfterClient(socket: Socket): void {
  socket.end();
  const limit = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(limit));
}

/**
 * Reads what it can of a message from the packet in which the parser found the error, which need not be the first one.
 * A message without a readable target counts as one to the API, and one without a readable method as GET.
 */
function readLeniently(error: ConnectionError): Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  // Fastify's type describes the error as JSON.
  const { rawPacket, bytesParsed = 0 } = error as unknown as { rawPacket?: Buffer; bytesParsed?: number };
  const text = rawPacket?.toString('latin1') ?? '';
  // After the valid messages of the same packet.
  const message = text.slice(text.lastIndexOf('\r\n\r\n', bytesParsed - 4) + 1).trimStart();
  const [requestLine = '', ...lines] = message.split(/\r?\n/);
  const [, method = '', url = BASE_PATH] = /^([A-Z-]+) +((?:\/|https?:\/\/)\S*)/i.exec(requestLine) ?? [];
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, field = '', value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const name = field.toLowerCase();
    if (READ_HEADERS.includes(name)) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { method: METHODS.includes(method) ? method : 'GET', url, headers };
}
