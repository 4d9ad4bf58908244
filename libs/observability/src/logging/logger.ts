import cluster from 'node:cluster';
import type { EventEmitter } from 'node:events';
import type { LoggerService } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Configuration } from '#libs/configuration';
import { routeOf } from '#libs/http';
import { withoutKeys } from './without-keys.js';

/** Where lines are written. `write` returns false if it takes no more of them before `drain`, and undefined once nothing reads them. */
export type LogStream = EventEmitter & { write: (lines: string) => boolean | undefined };

type Destination = ReturnType<typeof pino.destination>;

/** The service's log: JSON lines, or readable ones on a terminal. */
export function createLogger(configuration: Pick<Configuration, 'LOG_LEVEL'>): Logger {
  return openLog(configuration).logger;
}

/** @returns the log, and the stream that takes lines of other processes too */
export function openLog({ LOG_LEVEL }: Pick<Configuration, 'LOG_LEVEL'>): { logger: Logger; stream: LogStream } {
  const options = {
    level: LOG_LEVEL,
    serializers: { err: describeError },
    hooks: { streamWrite: withoutKeys },
  };
  if (process.stdout.isTTY) {
    const stream = pretty({ ignore: 'pid,hostname', sync: true });
    return { logger: pino(options, stream), stream };
  }
  const stream = destination(process.stdout.fd);
  const logger = pino(options, stream);
  logDroppedLines(stream, logger);
  return { logger, stream };
}

/** Limit of the bytes of buffered lines; further lines are dropped. */
const MAX_WAITING = 16 * 1024 * 1024;

/** Lines are written together, once they have so many bytes or are so old, in milliseconds: one write per line costs 5 % of a read. */
const WRITTEN_TOGETHER = { minLength: 4_096, periodicFlush: 100 };

/**
 * The log's destination. The service continues, and can stop, while nothing can be written there, as on a full disk.
 *
 * A write ends in a later turn of the event loop. Under overload a turn takes 90 ms, so one write must hold the lines of a turn. Only
 * buffers are joined in time for that: the length of a joined string is counted anew for each line.
 */
export function destination(fd: number): Destination {
  const stream = pino.destination({
    dest: fd,
    sync: false,
    maxLength: MAX_WAITING,
    maxWrite: 1024 * 1024,
    contentMode: 'buffer',
    ...WRITTEN_TOGETHER,
  });
  // Its types do not know that it takes buffers in this mode.
  const write = stream.write.bind(stream) as unknown as (line: Uint8Array) => boolean;
  stream.write = (line: string) => write(Buffer.from(line));
  const flush = stream.flushSync.bind(stream);
  let isBroken = false;
  stream.on('error', () => (isBroken = true));
  stream.on('write', () => (isBroken = false));
  // The primary process reads the lines of a worker. Node ends the worker after it, and flushes them on exit.
  if (cluster.isWorker) process.prependOnceListener('disconnect', () => (isBroken = true));
  // It would retry forever.
  stream.flushSync = () => {
    if (!isBroken) flush();
  };
  return stream;
}

/** Logs how many lines were dropped, once the others are written. */
export function logDroppedLines(stream: Destination, logger: Logger): void {
  let dropped = 0;
  stream.on('drop', () => dropped++);
  stream.on('drain', () => {
    if (dropped === 0) return;
    logger.warn(`${dropped} lines of the log were dropped: they came faster than its destination took them`);
    dropped = 0;
  });
}

/** The logged part of an error, without the statement's parameters, which drivers add and which may contain personal data. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}

/** Parts of Nest that log each start, or its failure, which main.ts explains in a line. */
const BOOT_CONTEXTS = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'TypeOrmModule',
  'ExceptionHandler',
]);

/** Makes Nest write to the service's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    this.write('info', message, details);
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.write('warn', message, details);
  }

  error(message: unknown, ...details: unknown[]): void {
    this.write('error', message, details);
  }

  debug(message: unknown, ...details: unknown[]): void {
    this.write('debug', message, details);
  }

  verbose(message: unknown, ...details: unknown[]): void {
    this.write('trace', message, details);
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.write('fatal', message, details);
  }

  /** Nest passes the context last, and for errors a stack or a message before it. */
  private write(level: Level, message: unknown, details: unknown[]): void {
    const context = details.at(-1);
    const rest = details.slice(0, -1);
    const write = this.logger[BOOT_CONTEXTS.has(context) ? 'debug' : level].bind(this.logger);
    if (message instanceof Error) write({ context, err: message }, [message.message, ...rest].join(' '));
    else write({ context, ...(rest.length > 0 && { details: rest }) }, String(message));
  }
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/**
 * Logs a request in one line: who (the ids of the key and of its player, or of the administrator, never a key), address, route, duration in
 * milliseconds, and the reason of a rejection. Errors of the client are logged as information, those of the service as a warning,
 * and unexpected errors have an additional error line.
 * @param isDisconnected whether the client disconnected before the end of the response, of which there may be nothing yet
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply, isDisconnected = false): void {
  const { statusCode: status } = reply;
  const { failure, principal } = request;
  // Requests rejected for overload are counted, and not logged one by one.
  const level = request.isRejected ? 'debug' : status < 500 ? 'info' : 'warn';
  request.log[level](
    {
      method: request.method,
      route: routeOf(request),
      path: request.url.split('?', 1)[0],
      status: isDisconnected && !reply.raw.headersSent ? undefined : status,
      disconnected: isDisconnected || undefined,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      key: request.apiKeyId,
      player: principal && principal.applicationId !== null ? principal.userId : undefined,
      administrator: request.sessionUserId,
      address: request.ip,
      error: failure?.reason,
      cause: status < 500 ? undefined : messageOf(failure?.cause),
    },
    'request',
  );
}

function messageOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}
