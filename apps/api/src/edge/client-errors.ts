// What Node's HTTP parser cannot read, does not get in time or hands over as a tunnel becomes a request all the same: with the headers,
// limits and log line of every other one.
import { IncomingMessage, METHODS, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH, HeadersTooLarge, MalformedRequest, type ParseError, RequestTimedOut } from '#libs/http';
import { sendEarly } from '#libs/traffic';

/** What is read of a message that is none: who sent it, by which proxies, and whether a browser may read the answer. */
const READ_HEADERS = ['origin', 'x-forwarded-for', 'x-request-id', 'traceparent'];

/** How a target begins that has a path. */
const TARGET = /^(?:\/|https?:\/\/)/i;

/**
 * Longest time for which an answered connection drops what its client is still sending, in milliseconds. Bytes that arrive at a closed
 * connection reset it, and the client may lose the answer.
 */
const LINGER_MS = 2_000;

/** The last request of each connection. */
const lastReplies = new WeakMap<Socket, FastifyReply>();

/** Connections that end with an answer to a message that could not be read. */
const ended = new WeakSet<Socket>();

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request has passed the guards. */
    isAdmitted: boolean;
  }
}

/** Notes the last request of its connection, behind which {@link answerClientError} answers. */
export function noteLastRequest(reply: FastifyReply): void {
  lastReplies.set(reply.request.raw.socket, reply);
}

/** Forgets a request that is finished: an idle connection holds no parsed body, which takes many times its size. */
export function forgetRequest(reply: FastifyReply): void {
  const { complete, socket } = reply.request.raw;
  if (complete && lastReplies.get(socket) === reply) lastReplies.delete(socket);
}

/**
 * Notes that a request has passed the guards.
 * @throws the error of its body, if that has broken off in the meantime
 */
export function admitBody(request: FastifyRequest): void {
  request.isAdmitted = true;
  const { bodyError } = request.raw;
  if (bodyError !== undefined) throw new bodyError.error();
}

/**
 * Answers what Node's HTTP parser rejects, in its turn, and ends the connection: nothing behind it can be read as a message.
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
 * Answers CONNECT as any other method that no route has, and ends the connection, which Node hands over for the tunnel that is asked
 * for. See https://nodejs.org/api/http.html#event-connect.
 */
export function answerConnect(server: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  // In the place of Node's own listeners, which it has removed. The answer before may still be written.
  socket.on('error', () => socket.destroy());
  socket.on('timeout', () => socket.destroy());
  socket.on('drain', () => lastReplies.get(socket)?.raw.emit('drain'));
  socket.resume();
  // The target of a tunnel, such as `example.com:443`, cannot be read with another method.
  if (!TARGET.test(request.url ?? '')) {
    request.url = BASE_PATH;
    request.parseError = { error: MalformedRequest };
  }
  answerInTurn(server, request, socket);
}

/** Processes a message behind the requests before it, some of which may not have begun to be processed. */
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

/** Answers a request whose body breaks off, once it has been counted and its rights are known. */
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

/** Ends a connection behind its answer, and closes it once the client has ended it too, or does not in time. */
function endAfterClient(socket: Socket): void {
  socket.end();
  const limit = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(limit));
}

/**
 * What can be told of a message from the bytes in which the parser met the error, which need not be its first ones.
 * Where nothing tells the target it counts as one of the API, and where nothing tells the method it is GET.
 */
function readLeniently(error: ConnectionError): Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  // Fastify's type is that of the bytes in JSON.
  const { rawPacket, bytesParsed = 0 } = error as unknown as { rawPacket?: Buffer; bytesParsed?: number };
  const text = rawPacket?.toString('latin1') ?? '';
  // Behind the messages of the same packet that could be read.
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
